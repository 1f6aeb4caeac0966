import { keyOf, pluralKey, quoteMessage } from "../../src/language/message-format.ts";
import { walk, type Node } from "./tree.ts";

/** A message as it stands in a source. */
export type Found =
  | { kind: "text"; key: string; values: Node[]; names: string[] }
  | { kind: "nodes"; key: string; values: Node[]; names: string[]; elements: Node[] }
  | { kind: "fact"; fact: "locale" | "language" | "direction"; english: string };

const module = /(?:^#app|\/|^\.)\/?language\/message\.ts$|^\.\/message\.ts$/;
const names = ["t", "m", "plural", "T", "locale", "language", "direction"];

/** The names that a file imports of src/language/message.ts, and the import. @throws Error for a renamed one */
export function importsOf(tree: Node): { declaration: Node | null; used: Set<string> } {
  const declaration = tree["body"].find(
    (node: Node) =>
      node.type === "ImportDeclaration" &&
      module.test(node["source"].value) &&
      node["importKind"] !== "type",
  ) as Node | undefined;
  const used = new Set<string>();
  for (const { imported, local } of (declaration?.["specifiers"] ?? []) as Record<string, Node>[]) {
    if (imported["name"] !== local["name"]) throw new Error(`${imported["name"]} is renamed`);
    if (names.includes(imported["name"])) used.add(imported["name"]);
  }
  return { declaration: declaration ?? null, used };
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  hellip: "…",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  nbsp: "\u00a0",
  quot: '"',
  rdquo: "”",
  rsquo: "’",
};

const withoutEntities = (text: string) =>
  text.replaceAll(/&(\w+);/g, (entity, name: string) => {
    if (entities[name] === undefined) throw new Error(`write the character for ${entity}`);
    return entities[name];
  });

/** What JSX makes of a text between elements. */
export function jsxText(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/);
  const last = lines.findLastIndex((line) => /[^ \t]/.test(line));
  return lines
    .map((line, i) => {
      let text = line.replaceAll("\t", " ");
      if (i > 0) text = text.replace(/^ +/, "");
      if (i < lines.length - 1) text = text.replace(/ +$/, "");
      return text === "" ? "" : text + (i < last ? " " : "");
    })
    .map(withoutEntities)
    .join("");
}

/** A name for translators: of `member.name` "name", of something longer none. */
function nameOf(node: Node): string {
  if (node.type === "Identifier") return node["name"];
  if (node.type === "MemberExpression" && !node["computed"]) return nameOf(node["property"]);
  if (node.type === "CallExpression" && node["arguments"].length === 1)
    return nameOf(node["arguments"][0]);
  return "value";
}

const cooked = (template: Node): string[] =>
  template["quasis"].map((part: Node) => (part["value"] as { cooked: string }).cooked);

/** A form of a plural: a string or m`…`. */
function formOf(node: Node): { strings: string[]; values: Node[] } {
  if (node.type === "Literal" && typeof node["value"] === "string") {
    return { strings: [node["value"]], values: [] };
  }
  if (node.type === "TemplateLiteral" && node["expressions"].length === 0) {
    return { strings: cooked(node), values: [] };
  }
  if (node.type === "TaggedTemplateExpression" && node["tag"].name === "m") {
    return { strings: cooked(node["quasi"]), values: node["quasi"].expressions };
  }
  throw new Error("a form of a plural is a string or m`…`");
}

function richOf(node: Node): Found {
  const values: Node[] = [];
  const elements: Node[] = [];
  const content = (children: Node[]): string =>
    children
      .map((child) => {
        if (child.type === "JSXText") return quoteMessage(jsxText(child["value"]));
        if (child.type === "JSXElement" && child["children"].length > 0) {
          const at = elements.push(child) - 1;
          return `<${at}>${content(child["children"])}</${at}>`;
        }
        if (child.type === "JSXElement") return `{${values.push(child) - 1}}`;
        if (child.type !== "JSXExpressionContainer") throw new Error(`${child.type} in <T>`);
        const inner = child["expression"] as Node;
        if (inner.type === "JSXEmptyExpression") return "";
        if (inner.type === "Literal" && typeof inner["value"] === "string")
          return quoteMessage(inner["value"]);
        return `{${values.push(inner) - 1}}`;
      })
      .join("");
  const key = content(node["children"]);
  return { kind: "nodes", key, values, names: values.map(nameOf), elements };
}

/** The message or fact that a node is; null for all others. @param used the names imported of message.ts */
export function macroOf(node: Node, used: ReadonlySet<string>): Found | null {
  if (node.type === "TaggedTemplateExpression" && node["tag"].name === "t" && used.has("t")) {
    const values = node["quasi"].expressions as Node[];
    return { kind: "text", key: keyOf(cooked(node["quasi"])), values, names: values.map(nameOf) };
  }
  if (node.type === "JSXElement" && used.has("T") && node["openingElement"].name.name === "T") {
    return richOf(node);
  }
  if (node.type !== "CallExpression" || node["callee"].type !== "Identifier") return null;
  const name = node["callee"].name as string;
  if (!used.has(name)) return null;
  const [first, ...rest] = node["arguments"] as Node[];
  if (name === "plural") {
    const [one, other] = rest.map(formOf);
    const key = pluralKey(keyOf(one.strings), keyOf(other.strings));
    const values = [first, ...other.values];
    return { kind: "text", key, values, names: values.map(nameOf) };
  }
  if (name === "locale" || name === "language" || name === "direction") {
    return { kind: "fact", fact: name, english: String(first?.["value"] ?? "") };
  }
  return null;
}

/** All messages of a source, for lists of what is to be translated. */
export function messagesOf(tree: Node): Extract<Found, { key: string }>[] {
  const { used } = importsOf(tree);
  const found: Extract<Found, { key: string }>[] = [];
  walk(tree, (node) => {
    const macro = macroOf(node, used);
    if (macro !== null && macro.kind !== "fact") found.push(macro);
  });
  return found;
}
