import { expect, test } from "vitest";
import { docsPage, namedTests } from "./harness/named-tests.ts";

const rows = docsPage("accessibility.md")
  .split("\n")
  .filter((line) => /^\| \d\.\d/.test(line));

/** The criteria of WCAG 2.2 by level, without 4.1.1, which it removed. */
const criteria = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4
    2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2
    3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
};

test("docs/accessibility.md has every criterion of WCAG 2.2 A and AA once, with its level", () => {
  const found = rows.map((row) => /^\| (\S+) [^|]*\| (A+) /.exec(row)?.slice(1).join(" "));
  const wanted = Object.entries(criteria).flatMap(([level, numbers]) =>
    numbers.split(/\s+/).map((number) => `${number} ${level}`),
  );
  expect(new Set(found)).toEqual(new Set(wanted));
  expect(found).toHaveLength(wanted.length);
});

test("every row of docs/accessibility.md is shown by a look, axe or a test that exists", () => {
  const shown = rows.map((row) => row.split("|").at(-2)?.trim() ?? "");
  expect(shown.filter((one) => !/^(?:look: |axe, as |`)/.test(one))).toEqual([]);
  const { count, missing } = namedTests(shown.join("\n"));
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(30);
});
