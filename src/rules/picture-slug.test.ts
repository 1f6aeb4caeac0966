import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPictureFilename } from "./picture-filename.ts";
import { pictureSlug } from "./picture-slug.ts";

test.each([
  ["Misty mountain lake", "misty-mountain-lake-0a1b2c3d"],
  ["  Café – Été!  ", "cafe-ete-0a1b2c3d"],
  ["全家福婚纱照", "picture-0a1b2c3d"],
  ["", "picture-0a1b2c3d"],
  ["--- / ---", "picture-0a1b2c3d"],
  ["Q-version 3D", "q-version-3d-0a1b2c3d"],
  [
    "one two three four five six seven eight nine ten eleven twelve thirteen",
    "one-two-three-four-five-six-seven-eight-nine-ten-eleven-0a1b2c3d",
  ],
  ["x".repeat(90), `${"x".repeat(60)}-0a1b2c3d`],
])("IM-07 makes the slug of %j", (title, slug) => {
  expect(pictureSlug(title, "0a1b2c3d")).toBe(slug);
});

test("IM-07 every title gives a filename that the detection takes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 140 }), (title) => {
      expect(isPictureFilename(`${pictureSlug(title, "0a1b2c3d")}.jpg`)).toBe(true);
    }),
  );
});
