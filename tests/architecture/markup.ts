import { parseSync } from "oxc-parser";
import { isTest, type SourceFile, type Violation } from "./source.ts";

/** What a component of src/ui stands for: elements, roles, attributes and classes. */
type Owned = { elements?: string[]; roles?: string[]; attributes?: string[]; classes: string[] };

const components: Readonly<Record<string, Owned>> = {
  "Button or IconButton": { classes: ["button", "icon-button"] },
  "Field, Checkbox, Option, Slider, ColorInput, FileInput or SearchInput": {
    elements: ["input"],
    classes: [
      "input",
      "input-small",
      "check",
      "check-row",
      "invisible-input",
      "range",
      "color-input",
    ],
  },
  TextArea: { elements: ["textarea"], classes: ["input-lines", "input-grows"] },
  Select: { elements: ["select"], classes: [] },
  "Labelled or FieldError": { classes: ["field", "field-error"] },
  "Segment or SegmentNav": { classes: ["segment", "segment-small"] },
  "ModalDialog or Dialog": { elements: ["dialog"], roles: ["dialog"], classes: [] },
  Popover: { attributes: ["popover"], classes: ["popover"] },
  Menu: { roles: ["menu", "menuitem", "menuitemradio"], classes: ["menu", "menu-row"] },
  Tabs: { roles: ["tablist", "tab", "tabpanel"], classes: ["tabs", "tab"] },
  "EmptyState or Waiting": { classes: ["empty"] },
  Switch: { classes: ["switch"] },
  Spinner: { classes: ["spinner"] },
  Alert: { classes: ["alert"] },
  Table: { elements: ["table"], classes: ["data-table"] },
};

/** What stays by hand, and why. */
const exceptions: Readonly<Record<string, { elements: string[]; because: string }>> = {
  "src/features/generation/ui/composer.tsx": {
    elements: ["textarea"],
    because: "the prompt has no frame of its own: the composer around it shows the focus",
  },
  "src/shell/search-field.tsx": {
    elements: ["input"],
    because: "the search of every page: its form is its frame, and the first script stays small",
  },
  "src/shell/search-overlay.tsx": {
    elements: ["input", "dialog"],
    because: "the same search on small screens; loaded late, and gone at once when it closes",
  },
  "src/features/content/ui/prose.tsx": {
    elements: ["table"],
    because: "tables of written pages are part of their prose and dressed with it",
  },
};

type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const child of childrenOf(node)) visit(child, see);
}

const nameOf = (node: unknown) => (isNode(node) ? (node.name as string | undefined) : undefined);

/** Every string in a part of the tree, with the fixed parts of templates. */
function textsIn(node: Node): string[] {
  const texts: string[] = [];
  visit(node, ({ type, value }) => {
    if (type === "Literal" && typeof value === "string") texts.push(value);
    if (type === "TemplateElement") texts.push((value as { raw: string }).raw);
  });
  return texts;
}

function attributesOf(element: Node): Map<string, Node> {
  const attributes = (element.attributes as Node[]).filter(({ type }) => type === "JSXAttribute");
  return new Map(attributes.map((attribute) => [nameOf(attribute.name) ?? "", attribute]));
}

function complaintsAbout(element: Node, excepted: readonly string[]): string[] {
  const name = nameOf(element.name) ?? "";
  const attributes = attributesOf(element);
  const type = attributes.get("type");
  const isUnseen = attributes.has("hidden") || (type && textsIn(type).includes("hidden"));
  const classAttribute = attributes.get("className");
  const classes = classAttribute
    ? textsIn(classAttribute).flatMap((text) => text.split(/\s+/))
    : [];
  const role = attributes.get("role");
  const roles = role && /^[a-z]/.test(name) ? textsIn(role) : [];
  return Object.entries(components).flatMap(([component, owned]) => {
    const isByHand =
      owned.elements?.includes(name) && !excepted.includes(name) && !(name === "input" && isUnseen);
    return [
      ...(isByHand ? [`<${name}>`] : []),
      ...(owned.roles ?? []).filter((each) => roles.includes(each)).map((each) => `role ${each}`),
      ...(owned.attributes ?? []).filter((each) => attributes.has(each)),
      ...owned.classes.filter((each) => classes.includes(each)).map((each) => `class ${each}`),
    ].map((found) => `${found} by hand: write ${component} of src/ui`);
  });
}

const routersLink = /import [^;]*\bLink\b[^;]* from "react-router"/;

/** Outside src/ui pages are made of its components: no control, no link of the router and no class of one is written by hand. */
export function checkMarkup(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith("src/") && path.endsWith(".tsx"))
    .filter(({ path }) => !path.startsWith("src/ui/") && !isTest(path))
    .flatMap(({ path, text }) => {
      const found = routersLink.test(text) ? ["Link by hand: import it from #app/ui/link.tsx"] : [];
      visit(parseSync(path, text).program as unknown as Node, (node) => {
        if (node.type === "JSXOpeningElement")
          found.push(...complaintsAbout(node, exceptions[path]?.elements ?? []));
      });
      return found.map((message) => ({ rule: "markup", path, message }));
    });
}

/** Exceptions of files that no longer need one. */
export function staleExceptions(files: readonly SourceFile[]): string[] {
  return Object.entries(exceptions)
    .filter(([path, { elements }]) => {
      const text = files.find((file) => file.path === path)?.text ?? "";
      return !elements.every((element) => text.includes(`<${element}`));
    })
    .map(([path]) => path);
}

const componentsPage = "src/pages/development/components.tsx";

/** Components that the page of all of them does not show by themselves, and why. */
const notShown: Readonly<Record<string, string>> = {
  "src/ui/link.tsx": "shown as ButtonLink and MenuLink",
  "src/ui/modal.tsx": "keeps the address of a dialog; shows nothing",
  "src/ui/modal-dialog.tsx": "shown as Dialog",
  "src/ui/option.tsx": "shown as Segment",
  "src/ui/toaster.tsx": "shown by showToast",
};

/** Components of src/ui that nobody sees on the page of components. */
export function unshownComponents(files: readonly SourceFile[]): string[] {
  const shown = new Set(
    files.find(({ path }) => path === componentsPage)?.imports.map(({ target }) => target),
  );
  return files
    .map(({ path }) => path)
    .filter((path) => /^src\/ui\/[\w-]+\.tsx$/.test(path) && !isTest(path))
    .filter((path) => !shown.has(path) && !(path in notShown));
}
