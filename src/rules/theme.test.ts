import { expect, test } from "vitest";
import { otherTheme, themeChoice, themeNotice, themeOf } from "./theme.ts";

test.each([
  [null, false, "light"],
  [null, true, "light"],
  ["light", true, "light"],
  ["dark", false, "dark"],
  ["system", true, "dark"],
  ["system", false, "light"],
  ["sepia", true, "light"],
])("TH-01 the stored choice %j on a system preferring dark: %s shows %s", (stored, dark, theme) => {
  expect(themeOf(themeChoice(stored), dark)).toBe(theme);
});

test("TH-01 toggling names the new theme", () => {
  expect(themeNotice(otherTheme("light"))).toBe("Theme toggled to Dark");
  expect(themeNotice(otherTheme("dark"))).toBe("Theme toggled to Light");
});
