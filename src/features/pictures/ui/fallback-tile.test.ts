import { expect, test } from "vitest";
import { addressedTile, fallbackTile, shownAddresses } from "./fallback-tile.ts";

test.each([
  ["lake-0a1b2c3d", "lake-0a1b2c3d"],
  ["lake-0a1b2c3d.jpg", "lake-0a1b2c3d"],
  ["/i/lake-0a1b2c3d.webp?x=1", "lake-0a1b2c3d"],
  ["", "placeholder_id"],
])("the address %j gives id %s, a square of 1024 px and grey colours", (address, id) => {
  const tile = addressedTile(address);
  expect(tile).toMatchObject({ id, slug: id, width: 1024, height: 1024 });
  expect(tile.creator).toEqual({ name: "Unknown Creator", username: "unknown", avatar: null });
  expect(shownAddresses("", tile).small).toBe(`/i/512x0/q75/${id}.webp`);
});

test("the fallback uses its own SVG in every size", () => {
  const { blur, small, large } = shownAddresses("https://img.example.org", fallbackTile);
  for (const address of [blur, small, large]) expect(address).toMatch(/^data:image\/svg/);
});
