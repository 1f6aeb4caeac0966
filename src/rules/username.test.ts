import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  isReservedUsername,
  normaliseUsername,
  usernameFromName,
  usernameLimits,
  usernameProblem,
  usernameWithSuffix,
} from "./username.ts";

test.each([
  ["ada", null],
  ["ada.lovelace_1815-x", null],
  ["ab", "too-short"],
  ["x".repeat(31), "too-long"],
  ["-ada", "bad-characters"],
  ["ada_", "bad-characters"],
  ["ada lovelace", "bad-characters"],
  ["Ada", "bad-characters"],
  ["\u0430da", "bad-characters"],
  ["admin", "reserved"],
  ["a.d-m_in", "reserved"],
  ["generate", "reserved"],
])("the username %j: %s", (username, problem) => {
  expect(usernameProblem(username)).toBe(problem);
});

test.each([
  ["Ada Lovelace", "ada-lovelace"],
  ["  Zoë  de Vries ", "zoe-de-vries"],
  ["Ǆ Ⅷ", "dz-viii"],
  ["李小龍", "maker"],
  ["Al", "maker"],
  ["Admin", "maker"],
  ["🦊", "maker"],
  ["x".repeat(80), "x".repeat(30)],
])("the name %j gives %s", (name, username) => {
  expect(usernameFromName(name)).toBe(username);
});

test("full-width and capital letters are the same username", () => {
  expect(normaliseUsername(" ＡＤＡ ")).toBe("ada");
});

test("every generated username is valid, also with a numeric suffix", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 1000, max: 9999 }),
      (name, n) => {
        const base = usernameFromName(name);
        const suffixed = usernameWithSuffix(base, String(n));
        expect(usernameProblem(suffixed)).toBeNull();
        expect(suffixed.length).toBeLessThanOrEqual(usernameLimits.max);
        expect(base === "maker" || usernameProblem(base) === null).toBe(true);
        expect(isReservedUsername(base)).toBe(false);
      },
    ),
  );
});
