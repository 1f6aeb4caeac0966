import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs code in a process of its own, since libvips stays loaded; what it prints as JSON. */
function inProcess(code: string): unknown {
  const run = ["--input-type=module", "--eval", code];
  return JSON.parse(execFileSync(process.execPath, run, { cwd: root, encoding: "utf8" }));
}

const isLoaded = `process.report.getReport().sharedObjects.some((file) => file.includes("libvips"))`;

test("sharp is loaded by the first picture, not by its import", () => {
  const loaded = inProcess(`
    import { sharp } from "#app/lib/sharp.ts";
    process.report.excludeNetwork = true;
    const before = ${isLoaded};
    const { data } = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#123456" } })
      .raw().toBuffer({ resolveWithObject: true });
    console.log(JSON.stringify({ before, pixel: [...data], after: ${isLoaded} }));
  `);
  expect(loaded).toEqual({ before: false, pixel: [0x12, 0x34, 0x56], after: true });
});

const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

test("its limits hold for a sharp that is loaded beside it", () => {
  const read = inProcess(`
    import { limitSharp } from "#app/lib/sharp.ts";
    import sharp from "sharp";
    const format = () => sharp(Buffer.from("${gif}", "base64")).metadata()
      .then(({ format }) => format, () => "refused");
    const before = await format();
    limitSharp();
    console.log(JSON.stringify({ before, after: await format() }));
  `);
  expect(read).toEqual({ before: "gif", after: "refused" });
});
