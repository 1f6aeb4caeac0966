import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkLayers, checkWords } from "./architecture/layers.ts";
import { allowed, refused } from "./architecture/planted.ts";
import {
  checkBrowserCode,
  checkCycles,
  checkPackages,
  checkSharp,
  checkSize,
  checkStorage,
  type Packages,
} from "./architecture/shape.ts";
import { readSource, readSources, type SourceFile, type Violation } from "./architecture/source.ts";
import { checkFunctions, checkOwners, checkWriters, owners } from "./architecture/tables.ts";
import { checkReads, reads, unusedReads } from "./architecture/reads.ts";
import { checkBrowserData, staleAnswers } from "./architecture/browser-data.ts";
import { checkInputs } from "./architecture/inputs.ts";
import { checkMarkup, staleExceptions, unshownComponents } from "./architecture/markup.ts";
import { checkProperties, checkSheets, readSheets } from "./architecture/sheets.ts";
import { checkWaiting } from "./architecture/waiting.ts";
import { checkLock, checkWording, trackedTexts } from "./architecture/wording.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readText = (name: string) => readFileSync(path.join(root, name), "utf8");
const files = [
  ...readSources(root, ["src", "packages", "scripts", "tests"]),
  ...["vitest", "vite", "react-router"].map((tool) =>
    readSource(`${tool}.config.ts`, readText(`${tool}.config.ts`)),
  ),
];
const readManifest = (name: string) =>
  JSON.parse(readText(name)) as Record<string, Record<string, string> | undefined>;
const manifest = readManifest("package.json");
const devDependencies = Object.keys({
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});
const program: Packages = {
  // What is missing on some machines is loaded by code that copes without it.
  dependencies: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  devDependencies,
};
/** The packages that a file may name: a workspace package has a list of its own. */
function packagesFor(file: string): Packages {
  const folder = /^packages\/[^/]+\//.exec(file)?.[0];
  if (!folder) return program;
  const own = readManifest(`${folder}package.json`).dependencies;
  return { dependencies: Object.keys(own ?? {}), devDependencies };
}

const rules: Record<string, (sources: readonly SourceFile[]) => Violation[]> = {
  "data in the browser are read and changed by the hooks of src/ui/data": checkBrowserData,
  "imports go down (rules 1 to 4)": checkLayers,
  "a slice has only the agreed words": checkWords,
  "a table has one writer and queries never write (rules 5 and 6)": checkWriters,
  "reads of other slices' tables are declared (rule 5)": checkReads,
  "browser code takes only types from the server (rule 7)": checkBrowserCode,
  "there is no cycle": checkCycles,
  "every package is declared": (sources) => checkPackages(sources, packagesFor),
  "sharp is loaded with its limits": checkSharp,
  "files are small and none is a barrel": checkSize,
  "the browser's storage is accessed through one module": checkStorage,
  "tests run once, all of them, and wait for facts": checkWaiting,
  "text from outside goes through one schema": checkInputs,
  "pages are made of the components of src/ui": checkMarkup,
};

test.each(Object.keys(rules))("%s", (name) => {
  expect(rules[name](files)).toEqual([]);
});

test("no element is written by hand without need", () => {
  expect(staleExceptions(files)).toEqual([]);
});

test("the page of components shows all of them", () => {
  expect(unshownComponents(files)).toEqual([]);
  const planted = readSource("src/ui/planted.tsx", "export const a = 1;");
  expect(unshownComponents([...files, planted])).toEqual(["src/ui/planted.tsx"]);
});

test("no style depends on the order of the sheets", () => {
  const sheets = readSheets(root, "src");
  expect(sheets.length).toBeGreaterThan(50);
  expect(checkSheets(sheets)).toEqual([]);
});

test.each([
  ["src/pages/a.css", "@layer pages { .a { color: red; } }", []],
  ["src/pages/a.css", ".a { color: red; }", ["belongs into @layer pages"]],
  ["src/ui/a.css", "@layer components { .b:hover { color: red; } }", ["loses against"]],
  ["src/shell/a.css", "@layer features { .x, .b { margin-top: 0; } }", ["is also in"]],
  ["src/shell/a.css", "@layer features { .x .b { margin: 0; } .b { padding: 0; } }", []],
])("planted sheet %s: %s", (name, text, messages) => {
  const other = "@layer features { .b { color: blue; margin: 1px; } }";
  const found = checkSheets([
    { path: name, text },
    { path: "src/features/social/ui/b.css", text: other },
  ]);
  const said = found.filter((each) => each.path === name).map((each) => each.message);
  expect(said).toEqual(messages.map((part) => expect.stringContaining(part) as string));
});

test("every custom property that a sheet reads is set somewhere", () => {
  const sources = files.map(({ text }) => text);
  expect(checkProperties(readSheets(root, "src"), sources)).toEqual([]);
  const planted = {
    path: "a.css",
    text: ".a { --x: 1; width: var(--x); height: var(--h2); top: var(--y); }",
  };
  expect(checkProperties([planted], ["style={{ [`--h${n}`]: 1 }}"])).toMatchObject([
    { message: "--y is set nowhere" },
  ]);
});

test("no file is exempt from the hooks of src/ui/data without need", () => {
  expect(staleAnswers(files)).toEqual([]);
});

test("every table has an owner", () => {
  expect(checkOwners(readText("src/db/schema.ts"))).toEqual([]);
});

test("the architecture page names the owner of every table and the reads of every slice", () => {
  const page = readText("docs/architecture.md");
  const rows = [...page.matchAll(/^\| ([a-z]+) +\| (`[a-z_`, ]+`) +\| (none|`[a-z_`, ]+`) +\|$/gm)];
  const named = (list: string) => [...list.matchAll(/`([a-z_]+)`/g)].map(([, table]) => table);
  const owned = rows.flatMap(([, slice, tables]) => named(tables).map((table) => [table, slice]));
  expect(Object.fromEntries(owned)).toEqual(owners);
  const others = rows.map(([, slice, , list]) => [slice, named(list)] as const);
  expect(Object.fromEntries(others.filter(([, list]) => list.length > 0))).toEqual(reads);
});

test("every declared read of another slice's table still exists", () => {
  expect(unusedReads(files)).toEqual([]);
});

const migrations = readdirSync(path.join(root, "db/migrations"))
  .map((name) => readText(`db/migrations/${name}`))
  .join("\n");

test("every called database function has an owner and writes only its tables", () => {
  expect(checkFunctions(migrations)).toEqual([]);
});

test("a function without an owner and one that writes another's table are found", () => {
  const planted = `${migrations}
    create function take_all() returns void language sql as $$ delete from holds; $$;
    create or replace function publish_event(member uuid) returns void language plpgsql as $$
    begin update users set credits = 0; end $$;`;
  expect(checkFunctions(planted).map(({ message }) => message)).toEqual([
    "take_all() has no owner",
    "publish_event() of notifications writes users of identity",
  ]);
});

test("texts contain no machine paths, workplace words or postponed work", () => {
  expect(checkWording(trackedTexts(root))).toEqual([]);
});

test("the lock file names only the public registry", () => {
  expect(checkLock(readText("package-lock.json"))).toEqual([]);
});

test("the sources are read", () => {
  const importsOf = (name: string) => files.find((file) => file.path === name)?.imports;
  expect(importsOf("src/open-services.ts")).toContainEqual({
    request: "./db/live.ts",
    target: "src/db/live.ts",
    typeOnly: false,
  });
  expect(importsOf("src/services.ts")).toContainEqual({
    request: "kysely",
    target: null,
    typeOnly: true,
  });
});

function complaints(file: string, text: string): string {
  const source = readSource(file, text);
  const found = Object.values(rules).flatMap((check) => check([source]));
  return found.map((violation) => violation.message).join("\n");
}

test.each(refused)("planted in $path, found: $text", ({ path: file, text, finds }) => {
  expect(complaints(file, text)).toMatch(finds);
});

test.each(allowed)("planted in $path, allowed: $text", ({ path: file, text }) => {
  expect(complaints(file, text)).toBe("");
});

test("planted: a file of 301 lines is found, one of 300 is not", () => {
  expect(complaints("src/lib/a.ts", "f();\n".repeat(301))).toMatch(/301 lines/);
  expect(complaints("src/lib/a.ts", "f();\n".repeat(300))).toBe("");
});

test("a planted cycle of three files is found, but not one of types", () => {
  const cycle = (keyword: string) =>
    ["a", "b", "c"].map((name, index) =>
      readSource(`src/lib/${name}.ts`, `import ${keyword} { x } from "./${"bca"[index]}.ts";`),
    );
  expect(checkCycles(cycle("")).map((found) => found.message)).toEqual([
    "src/lib/a.ts -> src/lib/b.ts -> src/lib/c.ts -> src/lib/a.ts",
  ]);
  expect(checkCycles(cycle("type"))).toEqual([]);
});

test("an import that bypasses the entry file of another slice is found", () => {
  const sources = [
    readSource("src/features/billing/commands.ts", "export const a = 1;"),
    readSource("src/features/billing/commands/close.ts", "export const b = 1;"),
    readSource("src/features/pictures/commands.ts", 'import "../billing/commands/close.ts";'),
  ];
  expect(checkWords(sources)).toHaveLength(1);
});

test("a table without an owner and an owner without a table are found", () => {
  const found = checkOwners("export interface Database {\n  users: Users;\n  wallets: Wallets;\n}");
  expect(found.map((each) => each.message)).toContain("wallets has no owner");
  expect(found.map((each) => each.message)).toContain("holds has an owner but is no table");
});

test.each([
  ["see /wo", "rk/main/src", 1],
  ["cd /home/", "mira/echoform", 1],
  ["made by Cl", "aude", 1],
  ["// TO", "DO later", 1],
  ["the user ag", "ent of a browser; https://example.org/home/page/", 0],
])("wording: %s%s", (head, tail, count) => {
  expect(checkWording([{ path: "a.md", text: `${head}${tail}` }])).toHaveLength(count);
});

test("a lock file with another registry is found", () => {
  const packages = { "node_modules/a": { resolved: "https://mirror.example/a.tgz" } };
  expect(checkLock(JSON.stringify({ packages }))).toHaveLength(1);
});
