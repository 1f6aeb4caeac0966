import { builtinModules } from "node:module";
import { placeOf, type Place } from "./layers.ts";
import { isTest, type SourceFile, type Violation } from "./source.ts";

export type Packages = { dependencies: readonly string[]; devDependencies: readonly string[] };

const LINE_LIMIT = 300;
const generated = new Set(["src/db/schema.ts"]);
const builtins = new Set(builtinModules);
/** Packages that only a server can use. */
const serverPackages = new Set([
  "@better-auth/kysely-adapter",
  "@hono/node-server",
  "@hono/standard-validator",
  "@napi-rs/canvas",
  "@react-router/node",
  "better-auth",
  "close-with-grace",
  "hono",
  "hono-openapi",
  "isbot",
  "kysely",
  "marked",
  "pg",
  "pino",
  "rate-limiter-flexible",
  "sharp",
]);

function packageOf(request: string): string {
  return request
    .split("/")
    .slice(0, request.startsWith("@") ? 2 : 1)
    .join("/");
}

function isBrowserCode(place: Place | null): boolean {
  if (!place) return false;
  if (place.layer === "slice") return place.word === "ui";
  return place.layer === "ui" || place.layer === "shell" || place.layer === "rules";
}

function isServerFile(target: string): boolean {
  const place = placeOf(target);
  if (!place) return false;
  if (place.layer === "slice") return !["ui", "policy"].includes(place.word);
  if (target === "src/paths.ts") return false;
  return (
    ["settings", "lib", "db", "adapters", "services", "roles", "composition"].includes(
      place.layer,
    ) ||
    target === "src/main.ts" ||
    target === "src/entry.server.tsx"
  );
}

/** Rule 7: what runs in the browser takes only types from what runs on the server. */
export function checkBrowserCode(files: readonly SourceFile[]): Violation[] {
  const found: Violation[] = [];
  for (const file of files) {
    if (isTest(file.path) || !isBrowserCode(placeOf(file.path))) continue;
    for (const { request, target, typeOnly } of file.imports) {
      if (typeOnly) continue;
      const isServer =
        target === null
          ? request.startsWith("node:") || serverPackages.has(packageOf(request))
          : isServerFile(target);
      if (isServer) {
        const message = `browser code takes only types from ${target ?? request}`;
        found.push({ rule: "browser", path: file.path, message });
      }
    }
  }
  return found;
}

/** No cycle of values; types may point both ways. */
export function checkCycles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, "open" | "done">();
  const found: Violation[] = [];
  function visit(path: string, trail: readonly string[]): void {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      const message = [...trail.slice(trail.indexOf(path)), path].join(" -> ");
      found.push({ rule: "cycles", path, message });
      return;
    }
    state.set(path, "open");
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (!typeOnly && target !== null && byPath.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, "done");
  }
  for (const file of files) visit(file.path, []);
  return found;
}

/** What `npm start` and `npm run admin` run, the build included. They install no packages for development. */
const installedAlone =
  /^(?:src|packages|scripts\/(?:admin|languages))\/|^(?:scripts\/(?:admin|bundle-program)|vite\.config|react-router\.config)\.ts$/;

/** Packages are declared where they are used: the program's in dependencies, those of tools in either list. */
export function checkPackages(
  files: readonly SourceFile[],
  packagesFor: (file: string) => Packages,
): Violation[] {
  const found: Violation[] = [];
  for (const file of files) {
    const packages = packagesFor(file.path);
    const isProgram = installedAlone.test(file.path) && !isTest(file.path);
    const declared = new Set([
      ...packages.dependencies,
      ...(isProgram ? [] : packages.devDependencies),
    ]);
    for (const { request, target, typeOnly } of file.imports) {
      if (target !== null || request.startsWith("node:") || request.startsWith("virtual:"))
        continue;
      const name = packageOf(request);
      if (builtins.has(name)) {
        found.push({ rule: "packages", path: file.path, message: `write node:${request}` });
      } else if (!declared.has(name) && !(typeOnly && packages.devDependencies.includes(name))) {
        found.push({ rule: "packages", path: file.path, message: `${name} is not declared` });
      }
    }
  }
  return found;
}

/** sharp is loaded by the one file that sets its limits. A thread of a workspace package has its own, within them. */
export function checkSharp(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, imports }) => {
    const isOurs = path.startsWith("src/") && !isTest(path);
    const loads = imports.some(({ request, typeOnly }) => request === "sharp" && !typeOnly);
    if (!isOurs || !loads) return [];
    return [{ rule: "sharp", path, message: "import { sharp } from #app/lib/sharp.ts" }];
  });
}

/** Files stay small, and none only re-exports others. */
export function checkSize(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const found: Violation[] = [];
    const lines = file.text.trimEnd().split("\n").length;
    if (lines > LINE_LIMIT && !generated.has(file.path)) {
      found.push({
        rule: "size",
        path: file.path,
        message: `${lines} lines, ${LINE_LIMIT} at most`,
      });
    }
    if (file.isBarrel) {
      found.push({ rule: "barrels", path: file.path, message: "only passes on other files" });
    }
    return found;
  });
}

/** The only files that use the browser's storage; the theme's script runs before any module. */
const storageDoors = new Set(["src/ui/stored.ts", "src/rules/theme-script.ts"]);

/** Using localStorage throws in browsers that refuse it. */
export function checkStorage(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path, text }) => path.startsWith("src/") && /\blocalStorage\b/.test(text))
    .filter(({ path }) => !storageDoors.has(path) && !isTest(path))
    .map(({ path }) => ({ rule: "storage", path, message: "use readStored of ui/stored.ts" }));
}
