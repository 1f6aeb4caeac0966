import { createHash } from "node:crypto";
import path from "node:path";
import type { PoolClient } from "pg";
import { z } from "zod";
import { isStorageKey } from "#app/adapters/storage/port.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A backup is a folder: backup.json (written last), files.jsonl, tables/NAME.copy, files/KEY. */
export const manifestSchema = z.object({
  /** Backups of format 1 have no checksum of their manifest. */
  format: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.iso.datetime(),
  /** The migrations of the database: the restoring release must know all of them. */
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z0-9_]+$/)),
      rows: z.int(),
      sha256,
    }),
  ),
  files: z.object({ count: z.int(), bytes: z.int(), sha256 }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** One line of files.jsonl. */
export const fileLineSchema = z.object({
  key: z.string().refine(isStorageKey, "is no storage key"),
  size: z.int(),
  sha256,
});

/**
 * Tables whose rows are neither saved nor restored: credentials (sessions, one-time links, browsers that show notifications
 * for as long as a session lasts), and transient state of the machine.
 */
export const leftOut: ReadonlySet<string> = new Set([
  "sessions",
  "verifications",
  "push_keys",
  "push_subscriptions",
  "rate_limits",
  "processes",
  "upkeep_runs",
  "backups",
  // Their archives are not saved either: what they are made of is.
  "exports",
  "imports",
  "import_pictures",
]);

/** Whether a file of the store is saved. Archives that members asked for are made of what is saved anyway. */
export const isSaved = (key: string) => !/^(?:exports|imports)\//.test(key);

export const manifestFile = (folder: string) => path.join(folder, "backup.json");
export const fileList = (folder: string) => path.join(folder, "files.jsonl");
export const tableFile = (folder: string, table: string) =>
  path.join(folder, "tables", `${table}.copy`);
export const storedFile = (folder: string, key: string) => path.join(folder, "files", key);

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** The manifest as text, with a checksum of all its other fields. */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: digest(JSON.stringify(manifest)) }, null, 2)}\n`;
}

/** @throws Error with one sentence that names the file, if it is not a valid manifest */
export function readManifest(file: string, text: string): Manifest {
  const refuse = (reason: string): never => {
    throw new Error(`${file} ${reason}: the backup is damaged.`);
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return refuse("is no JSON");
  }
  const parsed = manifestSchema.safeParse(content);
  if (!parsed.success) {
    return refuse(`lacks what a backup writes (${parsed.error.issues[0].path.join(".") || "all"})`);
  }
  if (parsed.data.format === 1) return parsed.data;
  const { sha256: stated, ...rest } = content as Record<string, unknown>;
  if (stated !== digest(JSON.stringify(rest))) refuse("does not match its checksum");
  return parsed.data;
}

/** Quotes an identifier for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table and its columns, for a statement. */
export function columnsOf(table: { name: string; columns: readonly string[] }): string {
  return `${quoted(table.name)} (${table.columns.map(quoted).join(", ")})`;
}

/**
 * Every table with its columns except generated ones, but for the list of migrations and unlogged tables: what those hold
 * is not kept.
 */
export async function tablesOf(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}
