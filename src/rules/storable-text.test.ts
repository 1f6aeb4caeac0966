import { expect, test } from "vitest";
import { isStorable, toStorable } from "./storable-text.ts";

test.each(["a\0b", "\ud83d", "a\udc00"])(
  "%j cannot be kept, and can once it is made so",
  (text) => {
    expect(isStorable(text)).toBe(false);
    expect(isStorable(toStorable(text))).toBe(true);
  },
);

test("storable text is unchanged", () => {
  expect(isStorable("Zoë 😀\n")).toBe(true);
  expect(toStorable("Zoë 😀\n")).toBe("Zoë 😀\n");
});
