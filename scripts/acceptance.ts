/**
 * `npm run acceptance`: lists each acceptance row with the tests whose titles begin with its id, then the ids without
 * tests.
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROW = /^- ([A-Z]{2}-\d{2}) (.+)$/gm;
const LEADING_IDS = /^(?:[A-Z]{2}-\d{2}\b[\s,]*)+/;

export type Row = { id: string; text: string };
export type FoundTest = { file: string; title: string; ids: string[] };

/** The rows of docs/acceptance.md. */
export function readRows(markdown: string): Row[] {
  return [...markdown.matchAll(ROW)].map(([, id, text]) => ({ id, text }));
}

/** Tests of one file whose titles begin with one or more ids, including rows of test tables. */
export function readTests(file: string, source: string): FoundTest[] {
  const found: FoundTest[] = [];
  function consider(title: string): void {
    const ids = LEADING_IDS.exec(title)?.[0].match(/[A-Z]{2}-\d{2}/g);
    if (ids) found.push({ file, title, ids });
  }
  const visitor = new Visitor({
    Literal(node) {
      if (typeof node.value === "string") consider(node.value);
    },
    TemplateElement(node) {
      consider(node.value.cooked ?? node.value.raw);
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}

function testFiles(): string[] {
  return ["src", "scripts", "tests"].flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.(tsx?|mjs)$/.test(name))
      .map((name) => path.join(place, name))
      .toSorted(),
  );
}

function main(): void {
  const rows = readRows(readFileSync(path.join(root, "docs/acceptance.md"), "utf8"));
  const tests = testFiles().flatMap((file) =>
    readTests(file, readFileSync(path.join(root, file), "utf8")),
  );
  const missing: string[] = [];
  for (const { id, text } of rows) {
    const own = tests.filter((test) => test.ids.includes(id));
    if (own.length === 0) missing.push(id);
    console.log(`${id} ${text}`);
    for (const test of own) console.log(`    ${test.title}  (${test.file})`);
  }
  const known = new Set(rows.map((row) => row.id));
  const strangers = tests.filter((test) => test.ids.some((id) => !known.has(id)));
  for (const test of strangers) console.log(`no such row: ${test.title}  (${test.file})`);
  console.log(`\n${rows.length - missing.length} of ${rows.length} rows have tests.`);
  console.log(
    missing.length === 0 ? "No id is without a test." : `Without a test: ${missing.join(" ")}`,
  );
}

if (import.meta.main) main();
