import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

export type Import = {
  /** The specifier, e.g. "./queries.ts" or "kysely". */
  request: string;
  /** The resolved file, from the root; null for packages. */
  target: string | null;
  typeOnly: boolean;
};

export type SourceFile = {
  /** From the root, with slashes, e.g. "src/features/billing/queries.ts". */
  path: string;
  text: string;
  imports: Import[];
  /** True for a file of re-exports only. */
  isBarrel: boolean;
};

/** One broken rule: where, and what is wrong. */
export type Violation = { rule: string; path: string; message: string };

const CODE = /\.(ts|tsx|mjs)$/;

/** The file of an import in package.json: `#app/…`, and the exports of workspace packages. */
function inPackages(request: string): string | null {
  const bare = request.split("?")[0];
  if (bare.startsWith("#app/")) return `src/${bare.slice("#app/".length)}`;
  if (bare.startsWith("#tests/")) return `tests/${bare.slice("#tests/".length)}`;
  const workspace = /^@echoform\/([\w-]+)(.*)$/.exec(bare);
  if (workspace) return `packages/${workspace[1]}${workspace[2]}`;
  return null;
}

function resolve(from: string, request: string): string | null {
  const inside = inPackages(request);
  if (inside) return inside;
  if (!request.startsWith(".")) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), request.split("?")[0]));
}

/** Reads the imports of one file. @throws Error when it does not parse. */
export function readSource(file: string, text: string): SourceFile {
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const { module: found, program } = parsed;
  const imports: Import[] = [];
  const add = (request: string, typeOnly: boolean) =>
    imports.push({ request, target: resolve(file, request), typeOnly });
  for (const entry of found.staticImports) {
    const names = entry.entries;
    add(entry.moduleRequest.value, names.length > 0 && names.every((name) => name.isType));
  }
  for (const entry of found.staticExports.flatMap((statement) => statement.entries)) {
    if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType);
  }
  for (const entry of found.dynamicImports) {
    const literal = text.slice(entry.moduleRequest.start, entry.moduleRequest.end);
    // A computed import (the built pages) is not one of the sources.
    if (/^["'][^"']+["']$/.test(literal)) add(literal.slice(1, -1), false);
  }
  const isBarrel =
    program.body.length > 0 &&
    program.body.every(
      (node) =>
        node.type === "ExportAllDeclaration" ||
        (node.type === "ExportNamedDeclaration" && node.source !== null),
    );
  return { path: file, text, imports, isBarrel };
}

/** All code files below some folders of the repository, and single files. */
export function readSources(root: string, places: readonly string[]): SourceFile[] {
  return places.flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && CODE.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .map((file) => file.split(path.sep).join("/"))
      .toSorted()
      .map((file) => readSource(file, readFileSync(path.join(root, file), "utf8"))),
  );
}

/** Tests and their helpers may import everything. */
export function isTest(file: string): boolean {
  return (
    /\.test\.(tsx?|mjs)$/.test(file) || file.startsWith("tests/") || file.endsWith("/contract.ts")
  );
}
