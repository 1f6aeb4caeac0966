import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkLayers, checkWords } from "./architecture/layers.ts";
import {
  checkBrowserCode,
  checkCycles,
  checkPackages,
  checkSize,
  type Packages,
} from "./architecture/shape.ts";
import { readSource, readSources, type SourceFile, type Violation } from "./architecture/source.ts";
import { checkOwners, checkWriters } from "./architecture/tables.ts";
import { checkWaiting } from "./architecture/waiting.ts";
import { checkLock, checkWording, trackedTexts } from "./architecture/wording.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readText = (name: string) => readFileSync(path.join(root, name), "utf8");
const files = [
  ...readSources(root, ["src", "packages", "scripts", "tests"]),
  readSource("vitest.config.ts", readText("vitest.config.ts")),
];
const readManifest = (name: string) =>
  JSON.parse(readText(name)) as Record<string, Record<string, string> | undefined>;
const manifest = readManifest("package.json");
const devDependencies = Object.keys({
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});
const program: Packages = {
  dependencies: Object.keys(manifest.dependencies ?? {}),
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
  "imports go down (rules 1 to 4)": checkLayers,
  "a slice has only the agreed words": checkWords,
  "a table has one writer and queries never write (rules 5 and 6)": checkWriters,
  "browser code takes only types from the server (rule 7)": checkBrowserCode,
  "there is no cycle": checkCycles,
  "every package is declared": (sources) => checkPackages(sources, packagesFor),
  "files are small and none is a barrel": checkSize,
  "tests run once, all of them, and wait for facts": checkWaiting,
};

test.each(Object.keys(rules))("%s", (name) => {
  expect(rules[name](files)).toEqual([]);
});

test("every table has an owner", () => {
  expect(checkOwners(readText("src/db/schema.ts"))).toEqual([]);
});

test("texts are free of machine paths, words of a workplace and work put off", () => {
  expect(checkWording(trackedTexts(root))).toEqual([]);
});

test("the lock names the public registry alone", () => {
  expect(checkLock(readText("package-lock.json"))).toEqual([]);
});

test("the sources were read at all", () => {
  const names = files.map((file) => file.path);
  expect(names).toContain("src/open-services.ts");
  const services = files.find((file) => file.path === "src/open-services.ts");
  expect(services?.imports).toContainEqual({
    request: "./db/live.ts",
    target: "src/db/live.ts",
    typeOnly: false,
  });
  expect(services?.imports).toContainEqual({
    request: "node:fs/promises",
    target: null,
    typeOnly: false,
  });
});

const refused: { path: string; text: string; finds: RegExp }[] = [
  { path: "src/rules/a.ts", text: 'import "../lib/log.ts";', finds: /rules stands below lib/ },
  {
    path: "src/ui/a.tsx",
    text: 'import { b } from "../features/social/ui/b.tsx";',
    finds: /ui stands below slice/,
  },
  {
    path: "src/lib/a.ts",
    text: 'import type { B } from "../adapters/storage/port.ts";',
    finds: /lib stands below/,
  },
  {
    path: "src/lib/a.ts",
    text: 'import type { Services } from "#app/services.ts";',
    finds: /lib stands below services/,
  },
  {
    path: "src/ui/a.tsx",
    text: 'import { b } from "#app/paths.ts";',
    finds: /only ui and rules/,
  },
  {
    path: "packages/sketch/src/a.ts",
    text: 'import { b } from "#app/rules/b.ts";',
    finds: /knows nothing of the program/,
  },
  {
    path: "src/features/generation/commands.ts",
    text: 'import { b } from "@echoform/sketch/draw";',
    finds: /only adapters open a package/,
  },
  {
    path: "src/db/a.ts",
    text: 'import { b } from "../features/billing/queries.ts";',
    finds: /db stands below/,
  },
  {
    path: "src/adapters/mail/a.ts",
    text: 'import type { B } from "../storage/port.ts";',
    finds: /never see each other/,
  },
  {
    path: "src/adapters/mail/a.ts",
    text: 'import { b } from "../../features/billing/queries.ts";',
    finds: /adapters stands below slice/,
  },
  {
    path: "src/features/billing/commands.ts",
    text: 'import { b } from "../../adapters/storage/disk.ts";',
    finds: /only open-services\.ts opens adapters/,
  },
  {
    path: "src/features/billing/commands.ts",
    text: 'import { b } from "../pictures/queries.ts";',
    finds: /to its left/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "#app/pages/b.tsx";',
    finds: /nobody imports a page/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "../../../shell/b.tsx";',
    finds: /slice stands below shell/,
  },
  {
    path: "src/shell/a.ts",
    text: 'import { b } from "../roles/web.ts";',
    finds: /shell stands below roles/,
  },
  {
    path: "src/main.ts",
    text: 'import { b } from "./adapters/storage/open.ts";',
    finds: /only open-services\.ts/,
  },
  { path: "src/features/billing/store.ts", text: "export {};", finds: /"store" is no word/ },
  { path: "src/features/wallet/queries.ts", text: "export {};", finds: /no slice "wallet"/ },
  {
    path: "src/features/pictures/commands.ts",
    text: 'db.updateTable("users").set({});',
    finds: /written by identity alone/,
  },
  {
    path: "src/features/billing/http.ts",
    text: 'db.deleteFrom("holds");',
    finds: /commands\.ts and jobs\.ts alone/,
  },
  {
    path: "src/features/billing/queries.ts",
    text: "sql`insert into holds (id) values (1)`;",
    finds: /queries never write/,
  },
  {
    path: "src/lib/a.ts",
    text: 'pool.query("delete from only sessions where true");',
    finds: /written by identity alone/,
  },
  {
    path: "src/features/social/jobs.ts",
    text: "sql`UPDATE\n  pictures set likes = 1`;",
    finds: /written by pictures alone/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { b } from "../queries.ts";',
    finds: /only types from/,
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import { readFile } from "node:fs/promises";',
    finds: /only types from/,
  },
  { path: "src/shell/a.tsx", text: 'import { sql } from "kysely";', finds: /only types from/ },
  { path: "src/lib/a.ts", text: 'import "left-pad";', finds: /left-pad is not declared/ },
  { path: "src/lib/a.ts", text: 'import { test } from "vitest";', finds: /vitest is not declared/ },
  { path: "src/lib/a.ts", text: 'import path from "path";', finds: /write node:path/ },
  {
    path: "src/lib/a.ts",
    text: 'export * from "./b.ts";\nexport { c } from "./c.ts";',
    finds: /only passes on/,
  },
  { path: "src/a.test.ts", text: "test.only('a', () => {});", finds: /singled out/ },
  { path: "tests/e2e/a.test.ts", text: "test.skip('a', () => {});", finds: /left out/ },
  { path: "vitest.config.ts", text: "const a = { retry: furtherTries };", finds: /tried again/ },
  { path: "src/a.test.ts", text: "test('a', {\n  retry: 2 }, () => {});", finds: /tried again/ },
  { path: "scripts/bootstrap/test.mjs", text: 'const a = ["--retry=1"];', finds: /tried again/ },
  {
    path: "src/a.test.ts",
    text: "await expect.poll(a, { timeout: 10_000 }).toBe(1);",
    finds: /how long a fact/,
  },
  { path: "src/a.test.ts", text: 'test("a", () => {\n}, 60_000);', finds: /how long a fact/ },
  { path: "src/a.test.ts", text: "await vi.waitFor(a);", finds: /expect\.poll/ },
  {
    path: "tests/harness/a.ts",
    text: "while (Date.now() < deadline) await pause();",
    finds: /instead of a deadline/,
  },
];

const allowed: { path: string; text: string }[] = [
  { path: "src/rules/a.ts", text: 'import { b } from "./b.ts";' },
  {
    path: "src/features/billing/commands.ts",
    text: 'import type { B } from "../../adapters/storage/port.ts";',
  },
  {
    path: "src/features/pictures/commands.ts",
    text: 'import { b } from "../billing/queries.ts";',
  },
  {
    path: "src/pages/a.tsx",
    text: 'import { b } from "#app/features/pictures/queries.ts";',
  },
  { path: "src/main.ts", text: 'import { b } from "./roles/web.ts";' },
  { path: "src/features/billing/commands/close.ts", text: "export {};" },
  {
    path: "src/features/billing/queries.ts",
    text: "sql`select 1 from holds for update of holds`;",
  },
  {
    path: "src/features/billing/commands.ts",
    text: "sql`insert into holds (id) values (1) on conflict do update set id = 2`;",
  },
  {
    path: "src/features/billing/ui/a.tsx",
    text: 'import type { B } from "../queries.ts";',
  },
  { path: "tests/harness/a.ts", text: 'import { test } from "vitest";' },
  { path: "src/a.test.ts", text: "test.skipIf(!isRoot)('a', () => {});" },
  { path: "src/a.test.ts", text: "expect(text).toMatch(/^retry: 1/m); const a = { timeout };" },
];

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

test("a planted cycle of three files is found, one of types is none", () => {
  const cycle = (keyword: string) =>
    ["a", "b", "c"].map((name, index) =>
      readSource(`src/lib/${name}.ts`, `import ${keyword} { x } from "./${"bca"[index]}.ts";`),
    );
  expect(checkCycles(cycle("")).map((found) => found.message)).toEqual([
    "src/lib/a.ts -> src/lib/b.ts -> src/lib/c.ts -> src/lib/a.ts",
  ]);
  expect(checkCycles(cycle("type"))).toEqual([]);
});

test("going past the door of another slice is found", () => {
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

test("a lock with another registry is found", () => {
  const packages = { "node_modules/a": { resolved: "https://mirror.example/a.tgz" } };
  expect(checkLock(JSON.stringify({ packages }))).toHaveLength(1);
});
