import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readRows, readTests } from "../scripts/acceptance.ts";

const root = new URL("..", import.meta.url);
const own = readFileSync(new URL("docs/acceptance.md", root), "utf8");

test("the rows of docs/acceptance.md have unique ids", () => {
  const ids = readRows(own).map((row) => row.id);
  expect(ids.length).toBeGreaterThan(100);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Rows of each group, by the letters of their ids. */
const groups = Object.fromEntries(
  "RT 11, NV 11, MM 4, AU 16, DB 6, DL 4, MO 9, TH 4, SE 7, IM 10, ST 9, WK 2, NT 6, CR 6, CO 6, AD 11, ER 2"
    .split(", ")
    .map((group) => [group.slice(0, 2), Number(group.slice(3))]),
);

test("no row that was agreed is missing: those of a group count up from 01", () => {
  const wanted = Object.entries(groups).flatMap(([letters, count]) =>
    Array.from({ length: count }, (_, n) => `${letters}-${String(n + 1).padStart(2, "0")}`),
  );
  const ids = readRows(own).map((row) => row.id);
  expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
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
