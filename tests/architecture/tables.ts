import { isTest, type SourceFile, type Violation } from "./source.ts";
import { placeOf } from "./layers.ts";

/** Which slice owns a table: only its commands and jobs write it (docs/architecture.md, Slices). */
export const owners: Readonly<Record<string, string>> = {
  admin_audit: "admin",
  prompts: "admin",
  processes: "admin",
  incidents: "admin",
  upkeep_runs: "admin",
  backups: "admin",
  visit_marks: "admin",
  visit_salts: "admin",
  visit_sign_ups: "admin",
  visit_sources: "admin",
  messages: "content",
  users: "identity",
  sessions: "identity",
  accounts: "identity",
  verifications: "identity",
  totp_secrets: "identity",
  recovery_codes: "identity",
  passkeys: "identity",
  rate_limits: "identity",
  ledger_accounts: "billing",
  ledger_transactions: "billing",
  ledger_entries: "billing",
  holds: "billing",
  grant_codes: "billing",
  grant_code_uses: "billing",
  payment_customers: "payments",
  payment_checkouts: "payments",
  payment_events: "payments",
  payment_disputes: "payments",
  payments: "payments",
  subscriptions: "payments",
  notifications: "notifications",
  notification_settings: "notifications",
  events: "notifications",
  event_counters: "notifications",
  push_keys: "notifications",
  push_subscriptions: "notifications",
  pictures: "pictures",
  picture_drafts: "pictures",
  picture_views: "pictures",
  picture_features: "pictures",
  picture_meanings: "pictures",
  picture_marks: "pictures",
  picture_references: "pictures",
  uploads: "pictures",
  picture_days: "pictures",
  pulses: "pictures",
  pulse_places: "pictures",
  reports: "pictures",
  report_voices: "pictures",
  picture_gaps: "pictures",
  collections: "collections",
  collection_items: "collections",
  likes: "social",
  follows: "social",
  activity_outbox: "social",
  style_kits: "generation",
  style_kit_pictures: "generation",
  word_lists: "generation",
  grids: "generation",
  prompt_rules: "generation",
  prompt_refusals: "generation",
  generations: "generation",
  member_slots: "generation",
  engine_slots: "generation",
  masks: "generation",
  picture_masks: "generation",
  engines: "generation",
  models: "models",
  deletions: "deletion",
  deletion_tasks: "deletion",
  reserved_usernames: "identity",
  watermark_keys: "provenance",
  signing_certificates: "provenance",
  exports: "exports",
  imports: "exports",
  import_pictures: "exports",
  sanctions: "moderation",
  appeals: "moderation",
  search_outbox: "search",
  image_search: "search",
  image_search_counts: "search",
  image_search_meanings: "search",
  image_search_palettes: "search",
  image_search_private: "search",
  search_rules: "search",
  search_words: "search",
  search_log: "search",
  search_backfill: "search",
};

/**
 * Functions of the database that statements call: each writes its owner's tables alone, and only its owner and the
 * slices named here call it. Trigger functions belong to their table.
 */
export const functions: Readonly<Record<string, { owner: string; callers: readonly string[] }>> = {
  // One statement sets the credits aside and queues the cast.
  place_hold: { owner: "billing", callers: ["generation"] },
  // Words of books that stay append-only but for these (docs/decisions/251).
  erase_ledger_words: { owner: "billing", callers: [] },
  erase_audit_words: { owner: "admin", callers: [] },
  publish_event: { owner: "notifications", callers: [] },
  // Called by the triggers of likes, follows, pictures and collections.
  queue_activity: { owner: "social", callers: [] },
};

const kysely = /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*["'`]([a-z_]+)/g;
// `on conflict … do update set` and `for update` name no table after the word.
const rawSql =
  /\b(?:insert\s+into|update(?!\s+(?:set|of|skip|nowait)\b)|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+)"?(?=[\s(;`"',]|$)/gi;

/** Tables that a text writes to, of those that have an owner. */
export function writtenTables(text: string): string[] {
  const named = [...text.matchAll(kysely), ...text.matchAll(rawSql)].map((match) => match[1]);
  return [...new Set(named)].filter((table) => Object.hasOwn(owners, table));
}

/** A text without its comments, which may name tables as they like. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

/** Rules 5 and 6: one writer for each table, and queries never write. */
export function checkWriters(files: readonly SourceFile[]): Violation[] {
  const found: Violation[] = [];
  for (const file of files) {
    if (!file.path.startsWith("src/") || isTest(file.path)) continue;
    const place = placeOf(file.path);
    for (const table of writtenTables(withoutComments(file.text))) {
      const isSlice = place?.layer === "slice";
      let message: string | null = null;
      if (isSlice && place.word === "queries")
        message = `queries never write, but this writes ${table}`;
      else if (!isSlice || place.slice !== owners[table]) {
        message = `${table} is written by ${owners[table]} alone`;
      } else if (place.word !== "commands" && place.word !== "jobs") {
        message = `${table} is written in commands.ts and jobs.ts alone`;
      }
      if (message) found.push({ rule: "writers", path: file.path, message });
    }
    for (const [name, { owner, callers }] of Object.entries(functions)) {
      if (!new RegExp(`\\b${name}\\(`).test(withoutComments(file.text))) continue;
      const slices = [owner, ...callers];
      const isWriter = place?.layer === "slice" && ["commands", "jobs"].includes(place.word ?? "");
      if (isWriter && slices.includes(place.slice ?? "")) continue;
      const message = `${name}() is called in commands and jobs of ${slices.join(", ")} alone`;
      found.push({ rule: "writers", path: file.path, message });
    }
  }
  return found;
}

/** Every table of the schema has an owner, and every owner's table exists. */
export function checkOwners(schema: string): Violation[] {
  const body = /export interface Database \{([^}]*)\}/.exec(schema)?.[1] ?? "";
  const tables = [...body.matchAll(/^\s+([a-z_]+):/gm)].map((match) => match[1]);
  const complain = (message: string) => ({ rule: "writers", path: "src/db/schema.ts", message });
  return [
    ...tables
      .filter((table) => !Object.hasOwn(owners, table))
      .map((table) => complain(`${table} has no owner`)),
    ...Object.keys(owners)
      .filter((table) => !tables.includes(table))
      .map((table) => complain(`${table} has an owner but is no table`)),
  ];
}

const createdFunction =
  /create\s+(?:or\s+replace\s+)?function\s+([a-z_]+)\s*\([^)]*\)\s*returns\s+(\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/gi;

/** Every function of the migrations that statements call has an owner, and writes the owner's tables alone. */
export function checkFunctions(migrations: string): Violation[] {
  const found: Violation[] = [];
  const complain = (message: string) =>
    found.push({ rule: "writers", path: "db/migrations", message });
  const names = new Set<string>();
  for (const [, name, returned, body] of migrations.matchAll(createdFunction)) {
    if (returned.toLowerCase() === "trigger") continue;
    names.add(name);
    const owner = Object.hasOwn(functions, name) ? functions[name].owner : null;
    if (owner === null) complain(`${name}() has no owner`);
    for (const table of writtenTables(body)) {
      if (owner !== null && owners[table] !== owner) {
        complain(`${name}() of ${owner} writes ${table} of ${owners[table]}`);
      }
    }
  }
  for (const name of Object.keys(functions)) {
    if (!names.has(name)) complain(`${name}() has an owner but is no function`);
  }
  return found;
}
