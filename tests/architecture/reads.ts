import { isTest, type SourceFile, type Violation } from "./source.ts";
import { placeOf } from "./layers.ts";
import { owners, withoutComments } from "./tables.ts";

/**
 * Tables of others that a slice reads in statements of its own (docs/architecture.md, Slices), because a list is joined
 * and ordered in one statement. Whoever changes one of these tables looks at its readers too.
 */
export const reads: Readonly<Record<string, readonly string[]>> = {
  content: ["users"],
  billing: ["users"],
  notifications: ["generations", "sessions", "users"],
  payments: ["ledger_accounts", "ledger_entries", "ledger_transactions", "users"],
  pictures: ["import_pictures", "users"],
  collections: ["pictures", "users"],
  social: ["collection_items", "collections", "pictures", "users"],
  generation: ["holds", "picture_gaps", "pictures", "prompts", "uploads", "users"],
  search: ["collection_items", "collections", "likes", "picture_meanings", "pictures", "users"],
  moderation: ["pictures", "report_voices", "reports", "users"],
  exports: [
    "appeals",
    "collection_items",
    "collections",
    "follows",
    "generations",
    "grids",
    "ledger_accounts",
    "ledger_entries",
    "ledger_transactions",
    "likes",
    "masks",
    "messages",
    "payments",
    "picture_masks",
    "picture_references",
    "pictures",
    "report_voices",
    "sanctions",
    "style_kit_pictures",
    "style_kits",
    "users",
    "word_lists",
  ],
  admin: [
    "collections",
    "generations",
    "holds",
    "ledger_accounts",
    "ledger_entries",
    "ledger_transactions",
    "masks",
    "payment_customers",
    "payments",
    "picture_days",
    "pictures",
    "reports",
    "sessions",
    "uploads",
    "users",
  ],
  deletion: ["collections", "pictures", "users"],
};

/** An adapter that keeps a library's tables belongs to the slice whose tables they are. */
const adapters: Readonly<Record<string, string>> = { accounts: "identity" };

const kysely =
  /\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using|from)\(\s*(?:\[\s*)?["'`]([a-z_]+)/g;
const rawSql = /\b(?:from|join|table)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** Tables that a text reads, of those that have an owner. */
function readTables(text: string): string[] {
  const named = [...text.matchAll(kysely), ...text.matchAll(rawSql)].map((match) => match[1]);
  return [...new Set(named)].filter((table) => Object.hasOwn(owners, table));
}

/** Whose statements a file has: a slice's; null for others, which have none. */
function sliceOf(file: string): string | null {
  const place = placeOf(file);
  if (place?.layer === "slice") return place.slice;
  return place?.layer === "adapters" ? (adapters[place.adapter] ?? null) : null;
}

type Read = { path: string; slice: string | null; table: string };

/** Each read of a table by a file that is not its owner's. */
function readsOfOthers(files: readonly SourceFile[]): Read[] {
  return files
    .filter(({ path }) => path.startsWith("src/") && !isTest(path) && path !== "src/db/schema.ts")
    .flatMap(({ path, text }) => {
      const slice = sliceOf(path);
      return readTables(withoutComments(text))
        .filter((table) => owners[table] !== slice)
        .map((table) => ({ path, slice, table }));
    });
}

/** Rule 5: a slice reads its own tables and those that are declared; what is no slice reads none. */
export function checkReads(files: readonly SourceFile[]): Violation[] {
  return readsOfOthers(files)
    .filter(({ slice, table }) => slice === null || !reads[slice]?.includes(table))
    .map(({ path, slice, table }) => ({
      rule: "reads",
      path,
      message: `${slice ?? "what is no slice"} reads ${table} of ${owners[table]} without declaring it`,
    }));
}

/** Declared reads that no file has. */
export function unusedReads(files: readonly SourceFile[]): string[] {
  const found = new Set(readsOfOthers(files).map(({ slice, table }) => `${slice} ${table}`));
  return Object.entries(reads)
    .flatMap(([slice, tables]) => tables.map((table) => `${slice} ${table}`))
    .filter((read) => !found.has(read));
}
