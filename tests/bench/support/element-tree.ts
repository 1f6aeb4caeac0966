/** A page of HTML as a tree of plain elements, which React draws again without any component. */
import { parse, type DefaultTreeAdapterTypes } from "parse5";
import { createElement, type ReactElement } from "react";

export type Tree = string | { tag: string; props: Record<string, unknown>; children: Tree[] };

type Child = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Their text is no markup. */
const rawText = new Set(["script", "style", "noscript"]);
/** Not one within brackets, as in the address of an image that is its own data. */
const endOfDeclaration = /;(?![^(]*\))/;

const isElement = (node: Child): node is Element => "tagName" in node;
const textOf = (node: Child): string => ("value" in node ? node.value : "");

function styleOf(text: string): Record<string, string> {
  const declarations = text.split(endOfDeclaration).filter((each) => each.trim() !== "");
  const pairs = declarations.map((each): [string, string] => {
    const colon = each.indexOf(":");
    const name = each.slice(0, colon).trim();
    const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [name.startsWith("--") ? name : camel, each.slice(colon + 1).trim()];
  });
  return Object.fromEntries(pairs);
}

function treeOf(element: Element): Tree {
  const { tagName: tag, attrs, childNodes } = element;
  const props: Record<string, unknown> = {};
  for (const { name, value } of attrs) props[name] = name === "style" ? styleOf(value) : value;
  if (rawText.has(tag)) {
    props["dangerouslySetInnerHTML"] = { __html: childNodes.map(textOf).join("") };
    return { tag, props, children: [] };
  }
  const children = childNodes
    .map((node) => (isElement(node) ? treeOf(node) : textOf(node)))
    .filter((child) => child !== "");
  return { tag, props, children };
}

/** @throws Error for what has no root element */
export function documentTree(html: string): Tree {
  const root = parse(html).childNodes.find(isElement);
  if (root === undefined) throw new Error("the page has no element");
  return treeOf(root);
}

/** The first element of a kind, with what is in it. @throws Error where there is none */
export function partOf(tree: Tree, tag: string): Tree {
  const found = find(tree, tag);
  if (found === null) throw new Error(`the page has no <${tag}>`);
  return found;
}

function find(tree: Tree, tag: string): Tree | null {
  if (typeof tree === "string") return null;
  if (tree.tag === tag) return tree;
  for (const child of tree.children) {
    const found = find(child, tag);
    if (found !== null) return found;
  }
  return null;
}

/** The number of elements. */
export const sizeOf = (tree: Tree): number =>
  typeof tree === "string" ? 0 : tree.children.reduce((sum, child) => sum + sizeOf(child), 1);

/** Makes each element anew, as a render of components does. */
export function elementOf(tree: Tree): string | ReactElement {
  if (typeof tree === "string") return tree;
  return createElement(tree.tag, tree.props, ...tree.children.map(elementOf));
}
