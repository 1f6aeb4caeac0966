import MagicString from "magic-string";
import type { Plugin } from "vite";
import { sourceLanguage, type Language } from "../../src/language/languages.ts";
import { compileNodes, compileText } from "./compile-message.ts";
import { importsOf, macroOf, type Found } from "./macros.ts";
import { messageFile, openTarget, type Target } from "./texts.ts";
import { createEmitter, parseFile, walk, type Node } from "./tree.ts";

/** The calls that stand in built code until `localize` puts a language's texts in their places. */
export const marks = { text: "__text", nodes: "__nodes", fact: "__fact" } as const;

type Emit = (node: Node) => string;

/** An element of <T> as a function of its content. */
function elementCode(node: Node, content: string, emit: Emit): string {
  const { openingElement, closingElement } = node;
  return emit(openingElement) + content + emit(closingElement);
}

/** Marks for a build, or for development the texts of one language at once. */
function codeOf(found: Found, emit: Emit, target: Target | null): string {
  if (found.kind === "fact") {
    if (target !== null) return target.fact(found.fact, found.english) ?? "undefined";
    return `/*@__PURE__*/${marks.fact}(${JSON.stringify(found.fact)},${JSON.stringify(found.english)})`;
  }
  const values = found.values.map(emit);
  if (found.kind === "text") {
    if (target !== null) return `(${compileText(target.message(found.key), values, target)})`;
    return `/*@__PURE__*/${marks.text}(${[JSON.stringify(found.key), ...values].join()})`;
  }
  if (target !== null) {
    const style = {
      element: (at: number, content: string) => elementCode(found.elements[at], content, emit),
      join: (nodes: readonly string[]) => nodes.map((node) => `{${node}}`).join(""),
    };
    return `<>${compileNodes(target.message(found.key), values, style, target)}</>`;
  }
  // Twice, so that they are children that stand there, which need no keys.
  const children = "{$c}{$c}";
  const sentence = `($c)=><>${children}</>`;
  const elements = found.elements.map((node) => `($c)=>${elementCode(node, children, emit)}`);
  return `/*@__PURE__*/${marks.nodes}(${[JSON.stringify(found.key), `[${values.join()}]`, sentence, ...elements].join()})`;
}

/** A source with its messages compiled; null where it has none. @param target null for marks */
export function compileSource(
  file: string,
  code: string,
  target: Target | null,
): MagicString | null {
  const tree = parseFile(file, code);
  const { declaration, used } = importsOf(tree);
  if (declaration === null) return null;
  const result = new MagicString(code);
  const textOf = (node: Node, parent: Node | null): string | null => {
    const found = macroOf(node, used);
    if (found === null) return null;
    const text = codeOf(found, emit, target);
    const isChild = parent?.type === "JSXElement" || parent?.type === "JSXFragment";
    return isChild && found.kind === "nodes" && target === null ? `{${text}}` : text;
  };
  const { emit } = createEmitter(code, tree, textOf);
  walk(tree, (node, parent) => {
    const text = node === declaration ? "" : textOf(node, parent);
    if (text === null) return false;
    result.overwrite(node.start, node.end, text);
    return true;
  });
  return result;
}

/**
 * Takes the calls of src/language/message.ts out of what the pages are built from. A build keeps marks, of which `localize`
 * makes the files of each language. Development compiles for one language, that of DEV_LANGUAGE, in which an edit of a
 * message counts at once too.
 * @param only a language to compile a build for, instead of keeping marks
 */
export function messages(root: string, only: Language | null = null): Plugin {
  let development = only;
  return {
    name: "messages",
    enforce: "pre",
    configResolved({ command }) {
      if (command === "serve")
        development = (process.env["DEV_LANGUAGE"] ?? sourceLanguage) as Language;
    },
    transform(code, id) {
      const [file] = id.split("?", 1);
      if (!/\/src\/.*\.tsx?$/.test(file) || !code.includes("language/message.ts")) return null;
      const target = development === null ? null : openTarget(root, development);
      const watched = development === null ? null : messageFile(root, development);
      if (watched !== null) this.addWatchFile(watched);
      const compiled = compileSource(file, code, target);
      if (compiled === null) return null;
      return {
        code: compiled.toString(),
        map: compiled.generateMap({ source: file, hires: true }),
      };
    },
  };
}
