import { expect, test } from "vitest";
import { docsPage, namedTests } from "./harness/named-tests.ts";

const page = docsPage("asvs.md");

/** The requirements of ASVS 5.0.0 of levels 1 and 2: of each section the numbers within it. */
const requirements = {
  L1: `1.2:1-5 1.3:1-2 1.5:1 2.1:1 2.2:1-2 2.3:1 3.2:1-2 3.3:1 3.4:1-2 3.5:1-3 4.1:1 4.4:1 5.2:1-2 5.3:1-2 6.1:1 6.2:1-8 6.3:1-2
    6.4:1-2 7.2:1-4 7.4:1-2 8.1:1 8.2:1-2 8.3:1 9.1:1-3 9.2:1 10.4:1-5 11.3:1-2 11.4:1 12.1:1 12.2:1-2 13.4:1 14.2:1 14.3:1 15.1:1
    15.2:1 15.3:1`,
  L2: `1.1:1-2 1.2:6-9 1.3:3-11 1.4:1-3 1.5:2 2.1:2-3 2.2:3 2.3:2-4 2.4:1 3.3:2-4 3.4:3-6 3.5:4-5 3.7:1-2 4.1:2-3 4.2:1 4.3:1-2
    4.4:2-4 5.1:1 5.2:3 5.4:1-3 6.1:2-3 6.2:9-12 6.3:3-4 6.4:3-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.3:1-2 7.4:3-5 7.5:1-2 7.6:1-2
    8.1:2 8.2:3 8.4:1 9.2:2-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:6-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:3 11.4:2-4
    11.5:1 11.6:1 12.1:2-3 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:2-5 14.1:1-2 14.2:2-4 14.3:2-3 15.1:2-3 15.2:2-3 15.3:2-7
    16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`,
};
const totals = { L1: 70, L2: 183 };

const states = ["Met", "Partly", "Not met", "Does not apply"] as const;

type Row = { number: string; level: string; state: string; how: string; shown: string };

const rows = page
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line): Row => {
    const [, first = "", level = "", state = "", how = "", shown = ""] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return { number: first.split(" ", 1)[0] ?? "", level, state, how, shown };
  });

function wanted(): string[] {
  return Object.entries(requirements).flatMap(([level, sections]) =>
    sections.split(/\s+/).flatMap((part) => {
      const [, section, from, to] = /^(\d+\.\d+):(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      const [first, last] = [Number(from), Number(to ?? from)];
      return Array.from(
        { length: last - first + 1 },
        (_, index) => `${section}.${first + index} ${level}`,
      );
    }),
  );
}

test("docs/asvs.md has every requirement of ASVS 5.0 levels 1 and 2 once, with its level", () => {
  const all = wanted();
  for (const [level, total] of Object.entries(totals)) {
    expect(all.filter((one) => one.endsWith(` ${level}`))).toHaveLength(total);
  }
  const found = rows.map(({ number, level }) => `${number} ${level}`);
  expect(new Set(found)).toEqual(new Set(all));
  expect(found).toHaveLength(all.length);
});

test("every row of docs/asvs.md has a state, says how, and is shown by a test or a look", () => {
  const wrong = rows.filter(({ state, how, shown }) => {
    if (!states.some((one) => one === state) || how === "") return true;
    return state === "Does not apply" ? shown === "" : !/^(?:look: |`)/.test(shown);
  });
  expect(wrong).toEqual([]);
});

test("every test that docs/asvs.md and docs/threat-model.md name exists under its title", () => {
  const tableOf = (text: string) => text.split("\n").filter((line) => line.startsWith("|"));
  const table = namedTests(tableOf(page).join("\n"));
  expect(table.missing).toEqual([]);
  expect(table.count).toBeGreaterThan(150);
  const model = namedTests(tableOf(docsPage("threat-model.md")).join("\n"));
  expect(model.missing).toEqual([]);
  expect(model.count).toBeGreaterThan(20);
});

test("the sums in docs/asvs.md are those of its rows", () => {
  const sums = states.map((state) => {
    return `${rows.filter((row) => row.state === state).length} ${state.toLowerCase()}`;
  });
  expect(page).toContain(`${sums.join(", ")}.`);
});
