import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { languages, sourceLanguage } from "#app/language/languages.ts";
import { native } from "./bundle-program.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "build/program");
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const codeOf = (name: string) => readFileSync(path.join(folder, name), "utf8");

const byAddress = /new URL\("([^"]+)", import\.meta\.url\)/g;

test("what the bundled program finds by its own address is there", () => {
  const found = files.flatMap((name) => {
    const base = pathToFileURL(path.join(folder, name));
    const addresses = codeOf(name).matchAll(byAddress);
    return [...addresses].map(([, address]) => new URL(address ?? "", base));
  });
  expect(found.length).toBeGreaterThan(15);
  expect(found.filter((address) => !existsSync(address))).toEqual([]);
});

test("no package in the bundle looks for files beside itself", () => {
  const others = files.filter((name) => !name.startsWith("rolldown-runtime"));
  const looking = others.filter((name) =>
    /import\.meta|\.node["'`]/.test(codeOf(name).replaceAll(byAddress, "")),
  );
  expect(looking).toEqual([]);
});

test("the bundle holds every package but those with libraries of the machine", () => {
  const imported = files.flatMap((name) => {
    const code = codeOf(name);
    const { staticImports, dynamicImports } = parseSync(name, code).module;
    return [
      ...staticImports.map((entry) => entry.moduleRequest.value),
      ...dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
        const [, request = "."] = /^["'](.*)["']$/.exec(code.slice(start, end)) ?? [];
        return request;
      }),
    ];
  });
  const packages = new Set(imported.filter((name) => !name.startsWith(".") && !isBuiltin(name)));
  expect(packages).toEqual(new Set(native));
});

test("the bundle is in ASCII, of which V8 keeps a byte a letter", () => {
  const others = files.filter((name) => /[^\0-\x7f]/.test(codeOf(name)));
  expect(others).toEqual([]);
});

test("the bundle has the pages in every language", () => {
  const below = Object.keys(languages).map((name) => (name === sourceLanguage ? "" : name));
  const missing = below.filter((name) => !existsSync(path.join(folder, "pages", name, "index.js")));
  expect(missing).toEqual([]);
});
