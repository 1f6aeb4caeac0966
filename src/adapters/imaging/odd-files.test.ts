import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isAppError } from "#app/lib/errors.ts";
import { openSharpImaging } from "./sharp.ts";

type OddFile = { file: string; expected: "accept" | "reject" | "policy"; what: string };

const folder = new URL("../../../../shared/testdata/odd-images/", import.meta.url);
const manifest = new URL("manifest.jsonl", folder);
const imaging = openSharpImaging(2);

const oddFiles: OddFile[] = existsSync(manifest)
  ? readFileSync(manifest, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as OddFile)
  : [];

/** 200, or the status of the refusal; anything that is no refusal is a crash and fails the test. */
async function statusOf(bytes: Uint8Array): Promise<number> {
  try {
    const prepared = await imaging.prepare(bytes);
    const stored = await sharp(prepared.bytes).metadata();
    expect(stored).toMatchObject({ format: "jpeg", space: "srgb", depth: "uchar", channels: 3 });
    expect([stored.width, stored.height]).toEqual([prepared.width, prepared.height]);
    for (const kind of ["exif", "xmp", "icc", "iptc"] as const)
      expect(stored[kind]).toBeUndefined();
    expect(new Set(prepared.colors).size).toBe(5);
    for (const width of [24, 512, 1024]) {
      const request = { width, height: 0, quality: 75, format: "webp" } as const;
      expect((await imaging.variant(prepared.bytes, request)).length).toBeGreaterThan(0);
    }
    return 200;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.status;
  }
}

test.skipIf(oddFiles.length === 0)("the collection of odd files is whole", () => {
  expect(oddFiles.length).toBeGreaterThanOrEqual(40);
});

const wanted = {
  accept: [200],
  reject: [400, 413, 415, 422],
  policy: [200, 400, 413, 415, 422],
};

test.skipIf(oddFiles.length === 0).each(oddFiles)(
  "IM-05 the odd file $file is $expected: $what",
  async ({ file, expected }) => {
    const bytes = readFileSync(new URL(encodeURIComponent(file), folder));
    const first = await statusOf(bytes);
    expect(wanted[expected]).toContain(first);
    expect(await statusOf(bytes)).toBe(first);
  },
);
