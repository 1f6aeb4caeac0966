import { isTest, type SourceFile, type Violation } from "./source.ts";

/** Low to high: a slice imports only slices to its left. */
export const slices = [
  "content",
  "identity",
  "billing",
  "notifications",
  "payments",
  "pictures",
  "collections",
  "social",
  "delivery",
  "generation",
  "models",
  "search",
  "provenance",
  "moderation",
  "exports",
  "admin",
  "deletion",
] as const;

export const words = ["inputs", "policy", "queries", "commands", "jobs", "http"] as const;

type Layer =
  | "package"
  | "language"
  | "rules"
  | "settings"
  | "lib"
  | "ui"
  | "db"
  | "services"
  | "page-tools"
  | "shell"
  | "pages"
  | "roles"
  | "composition"
  | "program";

export type Place =
  | { layer: Layer }
  | { layer: "adapters"; adapter: string; isPort: boolean }
  | { layer: "slice"; slice: string; word: string; part: string };

/**
 * The height of each layer. A file imports only from lower layers and its own, types included, so that a
 * reader never has to look upwards.
 */
const heights: Readonly<Record<Place["layer"], number>> = {
  package: 0,
  language: 1,
  rules: 1,
  settings: 2,
  lib: 3,
  ui: 3,
  db: 3,
  adapters: 5,
  services: 6,
  "page-tools": 7,
  slice: 8,
  shell: 9,
  pages: 10,
  roles: 10,
  composition: 11,
  program: 12,
};

/** The files directly in src. */
const topFiles: Readonly<Record<string, Layer>> = {
  "env.ts": "settings",
  "engine-settings.ts": "settings",
  "setting-kinds.ts": "settings",
  "setting-names.ts": "settings",
  "node-env.ts": "settings",
  "paths.ts": "settings",
  "services.ts": "services",
  "context.ts": "page-tools",
  "page-data.ts": "page-tools",
  "page-form.ts": "page-tools",
  "open-services.ts": "composition",
};

const folders = new Set(["language", "rules", "ui", "lib", "db", "shell", "pages", "roles"]);

/** The layer of a file; null outside the program. */
export function placeOf(file: string): Place | null {
  if (file.startsWith("packages/")) return { layer: "package" };
  if (!file.startsWith("src/")) return null;
  const [first, second, third, ...rest] = file.slice("src/".length).split("/");
  if (second === undefined) return { layer: topFiles[first] ?? "program" };
  if (first === "adapters") return { layer: first, adapter: second, isPort: third === "port.ts" };
  if (first === "features") {
    const part = rest.join("/");
    return { layer: "slice", slice: second, word: third.replace(/(\.test)?\.tsx?$/, ""), part };
  }
  return { layer: folders.has(first) ? (first as Layer) : "program" };
}

function refusalBetweenSlices(from: string, to: string): string | null {
  const isLeft = slices.indexOf(to as never) <= slices.indexOf(from as never);
  return isLeft ? null : `slice ${from} may import only slices to its left, not ${to}`;
}

/** Why one place may not import another; null when it may. Types count like values: they are a dependency too. */
function refusal(from: Place, to: Place): string | null {
  if (to.layer === "pages" && from.layer !== "pages") return "nobody imports a page";
  if (from.layer === "package")
    return to.layer === "package" ? null : "a package knows nothing of the program";
  if (to.layer === "package")
    return from.layer === "adapters" ? null : "only adapters open a package";
  if (heights[to.layer] > heights[from.layer]) return `${from.layer} stands below ${to.layer}`;
  if (from.layer === "ui" && !["ui", "rules", "language"].includes(to.layer))
    return "ui imports only ui, rules and language";
  if (from.layer === "adapters" && to.layer === "adapters") {
    return to.adapter === from.adapter ? null : "adapters never see each other";
  }
  if (to.layer === "adapters" && !to.isPort && from.layer !== "composition") {
    return "only open-services.ts opens adapters; everything else imports their ports";
  }
  if (from.layer === "shell" && to.layer === "adapters") return "shell does not open adapters";
  if (from.layer === "slice" && to.layer === "slice")
    return refusalBetweenSlices(from.slice, to.slice);
  return null;
}

/** Rules 1 to 4 of docs/architecture.md, "Import rules". */
export function checkLayers(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    if (!from || isTest(file.path)) return [];
    return file.imports.flatMap(({ target }) => {
      const to = target === null ? null : placeOf(target);
      const message = to && refusal(from, to);
      return message
        ? [{ rule: "layers", path: file.path, message: `${message} (${target})` }]
        : [];
    });
  });
}

/** The closed vocabulary of a slice; a word that outgrows one file has its parts in a folder of its name. */
export function checkWords(files: readonly SourceFile[]): Violation[] {
  const found: Violation[] = [];
  const complain = (path: string, message: string) => found.push({ rule: "words", path, message });
  const paths = new Set(files.map((file) => file.path));
  for (const file of files) {
    const place = placeOf(file.path);
    if (place?.layer !== "slice") continue;
    if (!slices.includes(place.slice as never)) complain(file.path, `no slice "${place.slice}"`);
    const isFolder = place.word === "ui";
    if (isFolder ? place.part === "" : !words.includes(place.word as never)) {
      complain(file.path, `"${place.word}" is no word of a slice`);
    }
  }
  for (const file of files) {
    const from = placeOf(file.path);
    if (!from || isTest(file.path)) continue;
    for (const { target } of file.imports) {
      const to = target === null ? null : placeOf(target);
      if (to?.layer !== "slice" || to.part === "") continue;
      // Pages, roles and the composition root compose; slices and the frame use a slice's named files.
      if (from.layer !== "shell" && (from.layer !== "slice" || to.slice === from.slice)) continue;
      const entry = `src/features/${to.slice}/${to.word}.ts`;
      if (paths.has(entry)) complain(file.path, `bypasses ${entry} by importing ${target ?? ""}`);
    }
  }
  return found;
}
