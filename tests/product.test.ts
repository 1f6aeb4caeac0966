import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedTexts } from "./architecture/wording.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Numbers of the headings of a page, e.g. "4.10". */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#{2,3} (\d+(?:\.\d+)?) \S/gm)].map(([, number]) => number);
}

const headings = headingsOf(readFileSync(`${root}docs/product.md`, "utf8"));
/** Files that are not this one, which names headings that are not there. */
const texts = trackedTexts(root).filter(({ path }) => path !== "tests/product.test.ts");

/** The headings that a text names: "docs/product.md 4.3, 5.1 and 8.1" names three. */
function named(text: string): string[] {
  const number = /\d+(?:\.\d+)?/;
  const list = new RegExp(
    String.raw`docs/product\.md (${number.source}(?:(?:, | and )${number.source})*)`,
    "g",
  );
  return [...text.matchAll(list)].flatMap(([, numbers]) => numbers.split(/, | and /));
}

test("the headings of docs/product.md are numbered without gaps or repeats", () => {
  const next = { chapter: 0, part: 0 };
  for (const heading of headings) {
    const [chapter, part] = heading.split(".").map(Number) as [number, number | undefined];
    if (part === undefined) {
      next.chapter += 1;
      next.part = 0;
    } else next.part += 1;
    expect([chapter, part ?? 0]).toEqual([next.chapter, next.part]);
  }
  expect(next.chapter).toBe(10);
});

test("every heading of docs/product.md that a file names exists, and many files name one", () => {
  const all = texts.flatMap(({ path, text }) => named(text).map((heading) => [path, heading]));
  expect(all.filter(([, heading]) => !headings.includes(heading))).toEqual([]);
  expect(new Set(all.map(([path]) => path)).size).toBeGreaterThan(100);
});

test("every chapter that docs/acceptance.md names exists", () => {
  const page = readFileSync(`${root}docs/acceptance.md`, "utf8");
  const chapters = [...page.matchAll(/§(\d+)/g)].map(([, number]) => number);
  expect(chapters.length).toBeGreaterThan(20);
  expect(chapters.filter((number) => !headings.includes(number))).toEqual([]);
});

test("the headings named in a text are found", () => {
  expect(named("See docs/product.md 4.3, 5.1 and 8.1. Then docs/product.md 6 (more).")).toEqual([
    "4.3",
    "5.1",
    "8.1",
    "6",
  ]);
  expect(named("docs/product.md says so")).toEqual([]);
});

/** Rules about what lies beside the project; migrations are never edited. */
const outside = [
  [/\.\.\/shared\b|\btestdata\b/, "a folder beside the project"],
  [/\bspec\.md\b|\b[Ss]pecification, sections? \d/, "a document that is not in the repository"],
  [
    /\b(?:reliability|decisions|data|engines|architecture|API|api) guide\b/,
    "a document that is not in the repository",
  ],
] as const;

/** The files that know of what tests are left out without: real pictures, and Stripe's published examples. */
const mayKnow = new Set([
  "tests/harness/real-pictures.ts",
  "tests/providers/payment-sandbox/fixtures.test.ts",
]);

test("nothing refers to files outside the repository", () => {
  const found = texts
    .filter(({ path }) => !path.startsWith("db/migrations/") && !mayKnow.has(path))
    .flatMap(({ path, text }) =>
      outside.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${path}: ${what}`),
    );
  expect(found).toEqual([]);
});
