import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPictureFilename, isUuid, uuidOfFilename, withoutExtension } from "./picture-filename.ts";

const id = "0b9bd4ea-6d3f-4e0a-9f57-0a5a1a2b3c4d";

test.each([
  [`${id}-misty-lake.jpg`, true],
  [`${id.toUpperCase()}-misty.JPG`, true],
  [`${id}.jpg`, false],
  [`${id}-.jpg`, false],
  [`${id}-misty-lake`, false],
  [`${id}-misty lake.jpg`, false],
  ["misty-lake-0a1b2c3d.jpg", true],
  ["misty-lake-0a1b2c3d.jpeg", true],
  ["misty-lake-0a1b2c3d.png", true],
  ["misty-lake-0a1b2c3d.webp", true],
  ["misty-lake-0a1b2c3d.gif", true],
  ["misty-lake-0a1b2c3d.avif", true],
  ["misty-lake-0a1b2c3d.svg", false],
  ["misty-lake-0a1b2c3d.jpg.exe", false],
  ["misty-lake-0a1b2c3.jpg", false],
  ["misty-lake-0a1b2c3g.jpg", false],
  ["0a1b2c3d.jpg", false],
  ["-0a1b2c3d.jpg", false],
  ["misty--lake-0a1b2c3d.jpg", false],
  ["misty_lake-0a1b2c3d.jpg", false],
  ["../misty-0a1b2c3d.jpg", false],
  ["misty-lake-0a1b2c3d", false],
  ["misty-lake.jpg", false],
  ["", false],
  [`${"a".repeat(300)}-0a1b2c3d.jpg`, false],
])("IM-07 recognises %s as a picture's filename: %s", (name, expected) => {
  expect(isPictureFilename(name)).toBe(expected);
});

test("IM-07 takes every slug with an 8 hex suffix and each of the six extensions", () => {
  const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,12}$/), { minLength: 1, maxLength: 6 });
  const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
  const extension = fc.constantFrom("jpg", "jpeg", "png", "webp", "gif", "avif");
  fc.assert(
    fc.property(words, hex, extension, fc.uuid(), (parts, suffix, ext, uuid) => {
      expect(isPictureFilename(`${parts.join("-")}-${suffix}.${ext}`)).toBe(true);
      const older = `${uuid}-${parts.join("-")}.${ext}`;
      expect(isPictureFilename(older)).toBe(true);
      expect(uuidOfFilename(older)).toBe(uuid);
    }),
  );
});

test("IM-07 never takes a name with a path, a space, a percent sign or no extension", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom("/", " ", "%", "\\", "\0"),
      fc.string(),
      (a, bad, b) => {
        expect(isPictureFilename(`${a}${bad}${b}-0a1b2c3d.jpg`)).toBe(false);
      },
    ),
  );
});

test("tells a UUID from other words", () => {
  expect(isUuid(id)).toBe(true);
  expect(isUuid(`${id}x`)).toBe(false);
  expect(isUuid("misty-lake-0a1b2c3d")).toBe(false);
  expect(uuidOfFilename("misty-lake-0a1b2c3d.jpg")).toBeNull();
});

test("cuts only the last extension, and none from a dot file", () => {
  expect(withoutExtension("a.b.jpg")).toBe("a.b");
  expect(withoutExtension("plain")).toBe("plain");
  expect(withoutExtension(".jpg")).toBe(".jpg");
});
