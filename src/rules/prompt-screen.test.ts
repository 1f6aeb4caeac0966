import * as fc from "fast-check";
import { expect, test } from "vitest";
import { brokenRule } from "./prompt-screen.ts";

const gore = { name: "gore", words: ["gore", "mutilated corpse"], companions: [] };
const minors = { name: "minors", words: ["child", "little girl"], companions: ["nude", "sexy"] };
const rules = [gore, minors];
const fired = (prompt: string) => brokenRule(prompt, rules)?.rule.name ?? null;

test.each([
  ["a scene of gore", "gore"],
  ["GORE, oil on canvas", "gore"],
  ["g0re", "gore"],
  ["göre", "gore"],
  ["go\u200bre", "gore"],
  ["a mutilated, corpse", "gore"],
  ["a child in a meadow", null],
  ["a nude statue", null],
  ["a nude child", "minors"],
  ["a little girl, s3xy", "minors"],
  ["a categorel forest", null],
  ["Al Gorey park", null],
  ["", null],
])("MO-09 %j breaks %s", (prompt, rule) => {
  expect(fired(prompt)).toBe(rule);
});

test("MO-09 a long run without a space is scanned once, not again from each character", () => {
  const began = performance.now();
  expect(fired(`${"7".repeat(100_000)} gore`)).toBe("gore");
  // It was over a minute; a hundredth of a second now.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("MO-09 words are never found inside other words", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,8}$/), fc.stringMatching(/^[a-z]{1,8}$/), (a, b) => {
      expect(fired(`${a}gore${b}`)).toBeNull();
    }),
  );
});
