import { isTest, type SourceFile, type Violation } from "./source.ts";

/** Low to high: a slice imports only slices to its left. */
export const slices = [
  "content",
  "identity",
  "billing",
  "notifications",
  "pictures",
  "collections",
  "social",
  "delivery",
  "generation",
  "search",
  "admin",
] as const;

export const words = ["inputs", "policy", "queries", "commands", "jobs", "http"] as const;

export type Place =
  | { layer: "rules" | "ui" | "lib" | "db" | "shell" | "roles" | "main" | "top" }
  | { layer: "adapters"; adapter: string; isPort: boolean }
  | { layer: "slice"; slice: string; word: string; part: string };

/** Where a file of src stands; null outside src. */
export function placeOf(file: string): Place | null {
  if (!file.startsWith("src/")) return null;
  const [first, second, third, ...rest] = file.slice("src/".length).split("/");
  if (second === undefined) return { layer: first === "main.ts" ? "main" : "top" };
  if (first === "adapters") return { layer: first, adapter: second, isPort: third === "port.ts" };
  if (first === "features") {
    const part = rest.join("/");
    return { layer: "slice", slice: second, word: third.replace(/(\.test)?\.tsx?$/, ""), part };
  }
  if (["rules", "ui", "lib", "db", "shell", "roles"].includes(first)) {
    return { layer: first as "rules" | "ui" | "lib" | "db" | "shell" | "roles" };
  }
  return { layer: "top" };
}

const low = new Set(["rules", "ui", "lib", "db"]);

function refusalBetweenSlices(
  from: Place & { layer: "slice" },
  to: Place & { layer: "slice" },
): string | null {
  if (from.slice === to.slice || from.word === "pages") return null;
  const isLeft = slices.indexOf(to.slice as never) < slices.indexOf(from.slice as never);
  return isLeft ? null : `slice ${from.slice} may import only slices to its left, not ${to.slice}`;
}

/** Why one place may not import another; null when it may. Types count like values here: they are a dependency too. */
function refusal(from: Place, to: Place, typeOnly: boolean): string | null {
  if (to.layer === "slice" && to.word === "pages") return "nobody imports a page";
  if (to.layer === "roles" && from.layer !== "main" && from.layer !== "roles") {
    return "only main.ts and tests import roles";
  }
  switch (from.layer) {
    case "rules":
      return to.layer === "rules" ? null : "rules import only rules";
    case "ui":
      return to.layer === "ui" || to.layer === "rules" ? null : "ui imports only ui and rules";
    case "lib":
    case "db":
      // Types of Services and of the actor are named by signatures; code goes downwards only.
      if (low.has(to.layer) || (to.layer === "top" && typeOnly)) return null;
      return `${from.layer} stands below ${to.layer}`;
    case "adapters":
      if (to.layer === "adapters") {
        return to.adapter === from.adapter ? null : "adapters never see each other";
      }
      return low.has(to.layer) || (to.layer === "top" && typeOnly)
        ? null
        : `adapters stand below ${to.layer}`;
    case "slice":
      if (to.layer === "adapters") {
        return to.isPort ? null : "slices import only the port of an adapter";
      }
      if (to.layer === "slice") return refusalBetweenSlices(from, to);
      if (to.layer === "shell") return "shell stands above the slices";
      return null;
    case "shell":
      return to.layer === "adapters" ? "shell does not open adapters" : null;
    default:
      return null;
  }
}

/** The files that open adapters: the one place for the program. */
function opensAdapters(file: string): boolean {
  return file === "src/services.ts";
}

/** Rules 1 to 4 and 8 of the architecture guide, section 3. */
export function checkLayers(files: readonly SourceFile[]): Violation[] {
  const found: Violation[] = [];
  for (const file of files) {
    const from = placeOf(file.path);
    if (!from || isTest(file.path)) continue;
    for (const { target, typeOnly } of file.imports) {
      const to = target === null ? null : placeOf(target);
      if (!to || target === null) continue;
      let message = refusal(from, to, typeOnly);
      if (from.layer === "top" || from.layer === "main" || from.layer === "roles") {
        const isForeign = to.layer === "adapters" && !to.isPort;
        if (isForeign && !opensAdapters(file.path)) message = "only services.ts opens adapters";
      }
      if (message)
        found.push({ rule: "layers", path: file.path, message: `${message} (${target})` });
    }
  }
  return found;
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
    const isFolder = place.word === "pages" || place.word === "ui";
    if (isFolder ? place.part === "" : !words.includes(place.word as never)) {
      complain(file.path, `"${place.word}" is no word of a slice`);
    }
    if (isTest(file.path)) continue;
    for (const { target } of file.imports) {
      const to = target === null ? null : placeOf(target);
      if (to?.layer !== "slice" || to.slice === place.slice || to.part === "") continue;
      const door = `src/features/${to.slice}/${to.word}.ts`;
      if (paths.has(door)) complain(file.path, `goes past ${door} into ${target ?? ""}`);
    }
  }
  return found;
}
