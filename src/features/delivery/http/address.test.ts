import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { imageAddress, originalAddress } from "#app/rules/image-address.ts";
import { pictureSlug } from "#app/rules/picture-slug.ts";
import { parseAddress } from "./address.ts";

const name = "lake-0a1b2c3d";
const id = "0b9bd4ea-6d3f-4e0a-9f57-0a5a1a2b3c4d";

test.each([
  [
    `/i/512x0/q75/${name}.webp`,
    { kind: "variant", name, width: 512, height: 0, quality: 75, format: "webp" },
  ],
  [
    `/i/24x0/q10/${name}.jpg`,
    { kind: "variant", name, width: 24, height: 0, quality: 10, format: "jpg" },
  ],
  [
    `/i/300x/q75/${name}.jpeg`,
    { kind: "variant", name, width: 300, height: 0, quality: 75, format: "jpg" },
  ],
  [`/i/0x0/q75/${name}`, { kind: "variant", name, width: 0, height: 0, quality: 75, format: null }],
  [
    `/i/400x300/q75/${name}.avif`,
    { kind: "variant", name, width: 400, height: 300, quality: 75, format: "avif" },
  ],
  [`/people/${id}.webp`, { kind: "portrait", id }],
  [`/${name}.jpg`, { kind: "original", name, format: "jpg" }],
  [`/${name}.png`, { kind: "original", name, format: "png" }],
  [`/${name}.webp`, { kind: "original", name, format: "webp" }],
  [`/${id}.jpg`, { kind: "original", name: id, format: "jpg" }],
  [`/${id}-lake.jpg`, { kind: "original", name: `${id}-lake`, format: "jpg" }],
])("IM-05 %s is understood", (path, address) => {
  expect(parseAddress(path)).toEqual(address);
});

test.each([
  `/i/${name}`,
  `/i/${name}.jpg`,
  `/i/512x0/${name}.jpg`,
  `/i/512x0/q75/x/${name}.jpg`,
  "/i/",
  "/favicon.jpg",
  "/social-card.jpg",
  `/${name}.avif`,
  `/deeper/${name}.jpg`,
  "/",
  "/api/pictures",
])("IM-05 %s is left to others", (path) => {
  expect(parseAddress(path)).toBeNull();
});

test.each([
  [`/i/10000x10000/q75/${name}.jpg`, "size"],
  [`/i/513x0/q75/${name}.jpg`, "size"],
  [`/i/512x513/q75/${name}.jpg`, "size"],
  [`/i/512x0/q76/${name}.jpg`, "quality"],
  [`/i/512x0/q100/${name}.jpg`, "quality"],
])("IM-05 %s is refused for its %s", (path, part) => {
  expect(parseAddress(path)).toMatchObject({ kind: "refused", path: part });
});

const apiPage = readFileSync(new URL("../../../../docs/api.md", import.meta.url), "utf8");
/** The numbers of one line of the list in docs/api.md. */
const documented = (line: RegExp) =>
  (line.exec(apiPage)?.[1] ?? "").split(",").map((number) => Number(number));

test("the sizes and qualities of docs/api.md are served; others are refused with the list", () => {
  const sides = documented(/^- Widths and heights: ([\d, ]+)\./m);
  const qualities = documented(/^- Qualities: ([\d, ]+)\./m);
  expect([sides.length, qualities.length]).toEqual([9, 2]);
  for (let number = 0; number <= 2100; number += 1) {
    const wide = parseAddress(`/i/${number}x0/q75/${name}.webp`);
    const high = parseAddress(`/i/0x${number}/q75/${name}.webp`);
    const refusal = { kind: "refused", path: "size", allowed: sides };
    expect(wide).toMatchObject(sides.includes(number) ? { width: number } : refusal);
    expect(high).toMatchObject(sides.includes(number) ? { height: number } : refusal);
  }
  for (let number = 0; number <= 100; number += 1) {
    const refusal = { kind: "refused", path: "quality", allowed: qualities };
    expect(parseAddress(`/i/512x0/q${number}/${name}.webp`)).toMatchObject(
      qualities.includes(number) ? { quality: number } : refusal,
    );
  }
});

test.each([
  `/i/ax0/q75/${name}.jpg`,
  `/i/-1x0/q75/${name}.jpg`,
  `/i/512/q75/${name}.jpg`,
  `/i/512x0/75/${name}.jpg`,
  "/i/512x0/q75/..",
  "/i/512x0/q75/.jpg",
  "/i/512x0/q75/",
  `/i/512x0/q75/${name}.svg`,
  `/i/512x0/q75/${name}.gif`,
  `/i/512x0/q75/${name}.jpg.exe`,
  `/i/512x0/q75/%2e%2e%2f${name}.jpg`,
  `/i/512x0/q75/${name.toUpperCase()}.jpg`,
  "/i/512x0/q75/placeholder_id.jpg",
  `/i/512x0/q75/${"a".repeat(300)}.jpg`,
])("IM-05 %s can name nothing", (path) => {
  expect(parseAddress(path)).toEqual({ kind: "nothing" });
});

test("IM-05 the addresses that the pages make are understood", () => {
  const title = fc.string({ unit: "binary", maxLength: 60 });
  const width = fc.constantFrom(0, 24, 300, 400, 512, 600, 800, 1024, 1200);
  const format = fc.constantFrom("jpg" as const, "webp" as const, "avif" as const, "png" as const);
  fc.assert(
    fc.property(title, width, format, (words, side, kind) => {
      const slug = pictureSlug(words, "0a1b2c3d");
      const path = imageAddress("", slug, { width: side, format: kind });
      expect(parseAddress(path)).toMatchObject({
        kind: "variant",
        name: slug,
        width: side,
        format: kind,
      });
      expect(parseAddress(originalAddress("", slug))).toEqual({
        kind: "original",
        name: slug,
        format: "jpg",
      });
    }),
    { numRuns: 60 },
  );
});
