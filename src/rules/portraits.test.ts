import { expect, test } from "vitest";
import { portraitAt, portraitKey, portraitOfKey, portraitPath } from "./portraits.ts";

const portrait = "0190f3a1-7c4d-7b52-9a10-2f6f5f0c8be4";

test("CO-05 a portrait's address and key name it both ways", () => {
  expect(portraitPath(portrait)).toBe(`/people/${portrait}.webp`);
  expect(portraitAt(portraitPath(portrait))).toBe(portrait);
  expect(portraitKey(portrait)).toBe(`portraits/e4/${portrait}.webp`);
  expect(portraitOfKey(portraitKey(portrait))).toBe(portrait);
});

test.each([
  "/people/",
  "/people/me.webp",
  `/people/${portrait}`,
  `/people/${portrait}.jpg`,
  `/people/../${portrait}.webp`,
  `/people/${portrait.toUpperCase()}.webp`,
  `/people/${portrait}.webp/x`,
])("CO-05 %s is no portrait's address", (path) => {
  expect(portraitAt(path)).toBeNull();
});
