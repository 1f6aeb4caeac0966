import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Violation } from "./source.ts";

export type Sheet = { path: string; text: string };

type Rule = { sheet: string; layer: string; selector: string; properties: string[] };

const layers = ["components", "features", "pages"];
const complain = (sheet: string, message: string): Violation => ({
  rule: "sheets",
  path: sheet,
  message,
});

/** Every sheet below a folder. */
export function readSheets(root: string, folder: string): Sheet[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((name) => path.posix.join(folder, name))
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), "utf8") }));
}

/** The layer of a sheet by its folder; null for what the theme reads in by itself, and for what has to beat a library's own sheet. */
function layerFor(file: string): string | null {
  if (/^src\/ui\/(theme|tokens|base|toaster)\.css$/.test(file)) return null;
  if (file.startsWith("src/ui/")) return "components";
  return file.startsWith("src/pages/") ? "pages" : "features";
}

/** The style rules of a sheet with the layer each stands in. */
function rulesOf({ path: sheet, text }: Sheet): Rule[] {
  const found: Rule[] = [];
  const open: string[] = [];
  let words = "";
  for (const char of text.replaceAll(/\/\*[\s\S]*?\*\//g, "")) {
    if (char === "{") open.push(words.trim());
    if (char === "}") {
      const selectors = open.pop() ?? "";
      const layer = open.find((each) => each.startsWith("@layer "))?.slice("@layer ".length) ?? "";
      if (!selectors.startsWith("@") && !open.some((each) => each.startsWith("@keyframes"))) {
        const properties = [...words.matchAll(/(?:^|;)\s*([\w-]+)\s*:/g)].map(([, name]) => name);
        for (const selector of selectors.split(/,(?![^(]*\))/)) {
          found.push({ sheet, layer, selector: selector.trim(), properties });
        }
      }
    }
    words = char === "{" || char === "}" ? "" : words + char;
  }
  return found;
}

/** The classes of the element that a selector styles. */
function dressed(selector: string): string[] {
  const last = selector
    .replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, "")
    .split(/[\s>+~]+/)
    .at(-1);
  return [...(last ?? "").matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
}

const isPart = (one: string, other: string) => one === other || one.startsWith(`${other}-`);
const shares = (one: Rule, other: Rule) =>
  dressed(one.selector).some((name) => dressed(other.selector).includes(name)) &&
  one.properties.some((a) => other.properties.some((b) => isPart(a, b) || isPart(b, a)));

/**
 * Sheets load in any order, so no rule may depend on it: each uses the layer of its folder, no two sheets of one
 * layer set the same property of the same selector, and a lower layer has no rules for a class of a higher one.
 */
export function checkSheets(sheets: readonly Sheet[]): Violation[] {
  const rules = sheets.flatMap(rulesOf);
  const found: Violation[] = [];
  for (const rule of rules) {
    const layer = layerFor(rule.sheet);
    if (layer !== null && rule.layer !== layer) {
      found.push(complain(rule.sheet, `${rule.selector} belongs into @layer ${layer}`));
    }
    for (const other of rules) {
      if (rule.sheet === other.sheet || !shares(rule, other)) continue;
      if (rule.layer === other.layer && rule.selector === other.selector) {
        found.push(complain(rule.sheet, `${rule.selector} is also in ${other.sheet}`));
      }
      const isOwn = /^\.[\w-]+$/.test(other.selector);
      if (isOwn && layers.indexOf(rule.layer) < layers.indexOf(other.layer)) {
        found.push(complain(rule.sheet, `${rule.selector} loses against ${other.sheet}`));
      }
    }
  }
  return found;
}

/**
 * Custom properties that a sheet reads without a fallback, and that neither a sheet nor a component sets.
 * @param sources text of the components, which set some in `style`, also by a name that ends in a number
 */
export function checkProperties(sheets: readonly Sheet[], sources: readonly string[]): Violation[] {
  const set = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  );
  for (const text of sources) {
    for (const [, name] of text.matchAll(/["'`](--[\w-]+)/g)) set.add(name);
  }
  return sheets.flatMap(({ path: sheet, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .map(([, name]) => name)
      .filter((name) => !set.has(name) && !set.has(name.replace(/\d+$/, "")))
      .map((name) => complain(sheet, `${name} is set nowhere`)),
  );
}
