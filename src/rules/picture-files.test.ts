import { expect, test } from "vitest";
import {
  digestOfKey,
  isPremade,
  originalKey,
  premadeVariants,
  uploadKey,
  variantKey,
} from "./picture-files.ts";

const digest = "ab".repeat(32);

test("names the files of a picture by the digest of its original", () => {
  expect(originalKey(digest)).toBe(`pictures/ab/${digest}.jpg`);
  expect(variantKey(digest, premadeVariants[1])).toBe(`variants/ab/${digest}-512x0-q75.webp`);
  expect(uploadKey("0b9bd4ea-6d3f-4e0a-9f57-0a5a1a2b3c4d")).toBe(
    "uploads/4d/0b9bd4ea-6d3f-4e0a-9f57-0a5a1a2b3c4d.jpg",
  );
});

test("finds the digest in a name again", () => {
  for (const key of [
    originalKey(digest),
    ...premadeVariants.map((variant) => variantKey(digest, variant)),
  ]) {
    expect(digestOfKey(key)).toBe(digest);
  }
  expect(digestOfKey("uploads/4d/0b9bd4ea.jpg")).toBeNull();
  expect(digestOfKey("pictures/ab/other.jpg")).toBeNull();
});

test("IM-05 knows which variants are made with the picture", () => {
  expect(premadeVariants.every(isPremade)).toBe(true);
  expect(isPremade({ width: 512, height: 0, quality: 75, format: "avif" })).toBe(false);
  expect(isPremade({ width: 512, height: 512, quality: 75, format: "webp" })).toBe(false);
});
