import { cp, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { aPng } from "#tests/harness/made-picture.ts";
import { realPictures } from "#tests/harness/real-pictures.ts";
import { testServices } from "#tests/harness/services.ts";
import { wall } from "#app/features/pictures/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command } from "./import-pictures.ts";

let services: OpenServices;
let folder: string;
beforeAll(async () => {
  services = await testServices();
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-import-"));
});
afterAll(async () => {
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(options: Record<string, string>) {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => lines.push(line));
  try {
    return { status: await command.run(services, options), lines };
  } finally {
    log.mockRestore();
  }
}

async function manifestOf(lines: unknown[]): Promise<string> {
  const file = path.join(folder, "manifest.jsonl");
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await writeFile(file, texts.join("\n"));
  return file;
}

test("invalid lines and files are reported and skipped, the rest is imported once", async () => {
  const member = await aMember(services);
  await writeFile(path.join(folder, "a.png"), await aPng(60, 40));
  await writeFile(path.join(folder, "b.png"), await aPng(40, 60, "#7c3aed"));
  await writeFile(path.join(folder, "broken.png"), "no picture");
  const a = {
    file: "a.png",
    title: "First",
    prompt: "a red fox",
    tags: ["Fox", "fox", " ", "x".repeat(90)],
    model: "SDXL",
    licence: "CC0-1.0",
    bytes: 12,
  };
  const manifest = await manifestOf([
    a,
    { file: "b.png", prompt: "violet evening, oil" },
    { file: "broken.png" },
    { file: "absent.png" },
    { title: "no file" },
    "{not json",
    "",
  ]);
  const first = await run({ manifest, owner: member.username.toUpperCase() });
  expect(first.status).toBe(0);
  expect(first.lines.at(-1)).toBe(`2 imported for ${member.username}, 0 known already, 4 refused`);
  expect(first.lines.slice(0, 4).map((line) => line.split(":", 1)[0])).toEqual([
    "line 3, broken.png",
    "line 4, absent.png",
    "line 5",
    "line 6",
  ]);
  const again = await run({ manifest, owner: member.username });
  expect(again.lines.at(-1)).toContain("0 imported");
  expect(again.lines.at(-1)).toContain("2 known already");
  const rows = await services.db
    .selectFrom("pictures")
    .select(["title", "tags", "license", "gen_meta", "prompt", "storage_key"])
    .where("owner_id", "=", member.id)
    .orderBy("title")
    .execute();
  expect(rows).toMatchObject([
    {
      title: "First",
      prompt: "a red fox",
      tags: ["fox", "x".repeat(40)],
      license: "CC0-1.0",
      gen_meta: { model: "SDXL", engine: { id: "imported", label: "SDXL", neural: true } },
    },
    { title: "Violet evening", license: "cc-by" },
  ]);
  const file = await services.storage.get(rows[0].storage_key);
  const xmp = (await sharp(file?.bytes).metadata()).xmp?.toString("utf8");
  expect(xmp).toContain("trainedAlgorithmicMedia");
});

test("invalid text, huge prompts and missing files do not stop an import", async () => {
  const member = await aMember(services);
  await writeFile(path.join(folder, "odd.png"), await aPng(44, 44, "#facc15"));
  await writeFile(path.join(folder, "huge.png"), "");
  await truncate(path.join(folder, "huge.png"), 20 * 1024 * 1024 + 1);
  const odd = {
    file: "odd.png",
    title: "Odd \ud800\0",
    prompt: "word ".repeat(500_000),
    negative_prompt: "no \udc00 \0 people",
    tags: ["a\0b"],
    model: `m\0${"o".repeat(500)}`,
    licence: "CC\0-BY",
  };
  const manifest = await manifestOf([
    odd,
    { file: "huge.png" },
    { file: "." },
    { file: "\u001B[2Jabsent.png" },
  ]);
  const { lines } = await run({ manifest, owner: member.username });
  expect(lines).toEqual([
    "line 2, huge.png: the file is larger than 20 MB",
    "line 3, .: not a file",
    "line 4, \\u{1b}[2Jabsent.png: there is no such file",
    `1 imported for ${member.username}, 0 known already, 3 refused`,
  ]);
  const row = await services.db
    .selectFrom("pictures")
    .select(["title", "prompt", "tags"])
    .where("owner_id", "=", member.id)
    .executeTakeFirstOrThrow();
  expect(row.prompt?.length).toBe(9999);
  expect(row).toMatchObject({ title: expect.stringMatching(/^Odd/), tags: ["ab"] });
});

test("without an owner the pictures go to the first admin, else to the site's own account", async () => {
  await writeFile(path.join(folder, "c.png"), await aPng(50, 50, "#dc2626"));
  const manifest = await manifestOf([{ file: "c.png", title: "House" }]);
  expect((await run({ manifest })).lines.at(-1)).toContain("1 imported for imported-pictures");
  const admin = await aMember(services, { role: "admin" });
  expect((await run({ manifest })).lines.at(-1)).toContain(`1 imported for ${admin.username}`);
});

test("an unknown owner or a missing manifest is reported at once; status 1 when nothing is usable", async () => {
  const manifest = await manifestOf([{ file: "absent.png" }]);
  await expect(run({ manifest, owner: "nobody.here" })).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(run({ manifest: path.join(folder, "none.jsonl") })).rejects.toMatchObject({
    code: "ENOENT",
  });
  expect((await run({ manifest })).status).toBe(1);
});

test.skipIf(!realPictures)("real pictures of a gallery are imported", async () => {
  const gallery = realPictures ?? "";
  const member = await aMember(services);
  const lines = (await readFile(new URL("manifest.jsonl", gallery), "utf8"))
    .split("\n")
    .slice(0, 6);
  for (const line of lines) {
    const { file } = JSON.parse(line) as { file: string };
    await cp(new URL(file, gallery), path.join(folder, file), { recursive: true });
  }
  const manifest = await manifestOf(lines);
  const { lines: said } = await run({ manifest, owner: member.username });
  expect(said.at(-1)).toBe(`6 imported for ${member.username}, 0 known already, 0 refused`);
  const { items } = await wall(services.db, { limit: 10, ownerId: member.id });
  expect(items.every((item) => item.title !== "" && item.colors.length === 5)).toBe(true);
});
