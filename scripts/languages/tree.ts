import { parseSync } from "oxc-parser";

/** A node of a syntax tree (ESTree). */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each of the 200 types of nodes has parts of its own
export type Node = { type: string; start: number; end: number; [key: string]: any };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** @throws Error that names the file */
export function parseFile(file: string, code: string): Node {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}

/** The nodes directly below a node, in the order of the source. */
export function childrenOf(node: Node): Node[] {
  return (
    Object.entries(node)
      .filter(([name]) => name !== "parent")
      .flatMap(([, value]) =>
        Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
      )
      // Of a shorthand property the value comes first: it holds the key and may hold a default.
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
  );
}

/** Goes through a tree from the top. @param visit returns true where it need not go deeper */
export function walk(node: Node, visit: (node: Node, parent: Node | null) => boolean | void): void {
  const go = (at: Node, parent: Node | null): void => {
    if (visit(at, parent) === true) return;
    for (const child of childrenOf(at)) go(child, at);
  };
  go(node, null);
}

/**
 * Source code in which some nodes are replaced. @param replace the text for a node, or null where it stays; it gets `emit`
 * for the nodes inside
 */
export function createEmitter(
  code: string,
  tree: Node,
  replace: (node: Node, parent: Node | null, emit: (node: Node) => string) => string | null,
) {
  const parents = new Map<Node, Node | null>();
  walk(tree, (node, parent) => {
    parents.set(node, parent);
  });
  const emit = (node: Node): string =>
    replace(node, parents.get(node) ?? null, emit) ?? inside(node);
  function inside(node: Node): string {
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      if (child.start < at) continue;
      text += code.slice(at, child.start) + emit(child);
      at = child.end;
    }
    return text + code.slice(at, node.end);
  }
  return { emit };
}
