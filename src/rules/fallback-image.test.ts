import { expect, test } from "vitest";
import { aspectShape } from "./aspect-shape.ts";
import { fallbackImage, greyPalette, hydrationSize } from "./fallback-image.ts";
import { isPictureComplete } from "./picture-complete.ts";

test("IM-07 the fallback image is 960x540, named, by System, and complete", () => {
  expect(fallbackImage).toMatchObject({ width: 960, height: 540, title: "Fallback Image" });
  expect(fallbackImage.author.name).toBe("System");
  expect(fallbackImage.shape).toBe(aspectShape(fallbackImage.width, fallbackImage.height));
  expect(isPictureComplete(fallbackImage)).toBe(true);
  expect(hydrationSize).toEqual({ width: 1024, height: 1024 });
});

test("IM-07 its palette is five different greys", () => {
  expect(new Set(greyPalette).size).toBe(5);
  for (const color of greyPalette) {
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(30);
  }
});

test("IM-07 its source needs no other server", () => {
  expect(fallbackImage.images.jpg).toMatch(/^data:image\/svg\+xml,/);
});
