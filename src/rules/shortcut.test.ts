import { expect, test } from "vitest";
import { isSingleKey, shortcutOf, type Pressed } from "./shortcut.ts";

const plain: Pressed = { key: "", ctrl: false, meta: false, alt: false, taken: false };

test.each<[key: string, change: Partial<Pressed>, switchedOn: boolean, wanted: string | null]>([
  ["/", {}, true, "search"],
  ["g", {}, true, "generate"],
  ["G", {}, true, "generate"],
  ["?", {}, true, "keys"],
  ["x", {}, true, null],
  ["constructor", {}, true, null],
  ["/", { taken: true }, true, null],
  ["g", { taken: true }, true, null],
  ["g", { ctrl: true }, true, null],
  ["g", { meta: true }, true, null],
  ["/", { alt: true }, true, null],
  ["/", {}, false, null],
  ["g", {}, false, null],
  ["?", {}, false, null],
  ["j", {}, true, null],
  ["j", { ctrl: true }, true, "theme"],
  ["J", { meta: true }, true, "theme"],
  ["j", { ctrl: true, taken: true }, true, "theme"],
  ["j", { ctrl: true }, false, "theme"],
  ["j", { ctrl: true, alt: true }, true, null],
])("TH-01 TH-04 %s with %o, single keys on: %s, asks for %s", (key, change, switchedOn, wanted) => {
  expect(shortcutOf({ ...plain, key, ...change }, switchedOn)).toBe(wanted);
});

test("TH-04 single keys of the wall and the dialogs follow the same setting", () => {
  expect(isSingleKey(plain, true)).toBe(true);
  expect(isSingleKey(plain, false)).toBe(false);
  expect(isSingleKey({ ...plain, taken: true }, true)).toBe(false);
  expect(isSingleKey({ ...plain, meta: true }, true)).toBe(false);
});
