import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { languages, sourceLanguage, type Language } from "../../src/language/languages.ts";
import { compileNodes, compileText } from "./compile-message.ts";
import { marks } from "./plugin.ts";
import { openTarget, type Target } from "./texts.ts";
import { createEmitter, parseFile, walk, type Node } from "./tree.ts";

const stringOf = (node: Node): string =>
  node.type === "TemplateLiteral" ? node["quasis"][0].value.cooked : String(node["value"]);

/** The list of children in the function that a mark has for an element: its parameter twice. @throws Error without it */
function placeOf(fn: Node): Node {
  const name = fn["params"]?.[0]?.name as string | undefined;
  let place: Node | null = null;
  walk(fn, (node) => {
    const items = node.type === "ArrayExpression" ? (node["elements"] as Node[]) : [];
    const isPlace = items.length === 2 && items.every((item) => item["name"] === name);
    if (isPlace) place = node;
    return isPlace;
  });
  if (place === null) throw new Error("a sentence's element has lost its mark");
  return place;
}

/** Stands for no value; a property that has none is left out. */
const absent = "\0";
const withoutValue = /,\s*\w+:\s*\0(?=[,}\s])/g;

/** Built code with a language's texts in the place of its marks. */
export function localizeCode(file: string, code: string, target: Target): string {
  if (!Object.values(marks).some((mark) => code.includes(mark))) return code;
  const tree = parseFile(file, code);
  /** What is written in the place of an element's content. */
  const contents = new Map<Node, string>();
  const { emit } = createEmitter(code, tree, (node, _, inner) => {
    const content = contents.get(node);
    if (content !== undefined) return content;
    if (node.type !== "CallExpression" || node["callee"].type !== "Identifier") return null;
    const [first, second, ...rest] = node["arguments"] as Node[];
    const { name } = node["callee"];
    if (name === marks.fact) {
      return target.fact(stringOf(first) as "locale", stringOf(second)) ?? absent;
    }
    if (name === marks.text) {
      const values = node["arguments"].slice(1).map(inner);
      return compileText(target.message(stringOf(first)), values, target);
    }
    if (name !== marks.nodes) return null;
    const [sentence, ...elements] = rest;
    const filled = (fn: Node, list: string) => {
      contents.set(placeOf(fn), list);
      return inner(fn["body"]);
    };
    const style = {
      element: (at: number, list: string) => filled(elements[at], list),
      join: (nodes: readonly string[]) => `[${nodes.join()}]`,
    };
    const values = (second["elements"] as Node[]).map(inner);
    return filled(sentence, compileNodes(target.message(stringOf(first)), values, style, target));
  });
  const localized = code.slice(0, tree.start) + emit(tree) + code.slice(tree.end);
  return localized.replaceAll(withoutValue, "").replaceAll(absent, "void 0");
}

const scriptsBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));

/**
 * Makes the files of each language from a build with marks: those of English in their places, those of the others in
 * folders of their own, whose names change with the texts because browsers keep them for good.
 */
export function localize(root: string): void {
  const client = path.join(root, "build/client");
  const server = path.join(root, "build/server");
  const read = (folder: string) =>
    scriptsBelow(folder).map((name) => ({
      name,
      code: readFileSync(path.join(folder, name), "utf8"),
    }));
  const clientFiles = read(path.join(client, "assets"));
  const serverFiles = read(server);
  const write = (file: string, code: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
  };
  const addresses = new RegExp(
    `\\bassets/(?=(?:${clientFiles.map(({ name }) => name.replaceAll(/[.]/g, "\\.")).join("|")})\\b)`,
    "g",
  );
  for (const language of Object.keys(languages) as Language[]) {
    const target = openTarget(root, language);
    const localized = clientFiles.map(({ name, code }) => ({
      name,
      code: localizeCode(name, code, target),
    }));
    const isSource = language === sourceLanguage;
    const digest = createHash("sha256").update(localized.map(({ code }) => code).join("\0"));
    const folder = isSource ? "assets" : `assets/${language}-${digest.digest("hex").slice(0, 8)}`;
    const moved = (code: string) => (isSource ? code : code.replaceAll(addresses, `${folder}/`));
    for (const { name, code } of localized) write(path.join(client, folder, name), moved(code));
    for (const { name, code } of serverFiles) {
      const file = path.join(server, isSource ? "" : language, name);
      write(file, moved(localizeCode(name, code, target)));
    }
  }
}
