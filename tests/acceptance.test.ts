import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRows, readTests } from "../scripts/acceptance.ts";

const root = new URL("..", import.meta.url);
const own = readFileSync(new URL("docs/acceptance.md", root), "utf8");
const shared = new URL("../shared/acceptance.md", root);

test("the rows of docs/acceptance.md have ids of their own", () => {
  const ids = readRows(own).map((row) => row.id);
  expect(ids.length).toBeGreaterThan(100);
  expect(new Set(ids).size).toBe(ids.length);
});

test.skipIf(!existsSync(shared))("docs/acceptance.md holds every row that was agreed", () => {
  expect(readRows(own)).toEqual(readRows(readFileSync(shared, "utf8")));
});

test("ids are taken from the beginning of titles, also in tables and templates", () => {
  const source = `
    test("IM-07 recognises names", () => {});
    test("CR-01, CR-05 the balance adds up", () => {});
    test.each([["RT-03 by slug"]])("%s", () => {});
    test(\`ST-05 takes \${seconds} s\`, () => {});
    test("says IM-01 somewhere else", () => {});`;
  expect(readTests("a.test.ts", source).map((found) => found.ids)).toEqual([
    ["IM-07"],
    ["CR-01", "CR-05"],
    ["RT-03"],
    ["ST-05"],
  ]);
});
