import path from "node:path";
import type { PoolClient } from "pg";
import { z } from "zod";

/** A backup is a folder: backup.json (written last), files.jsonl, tables/NAME.copy, files/KEY. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** What the database was made of: the release that restores must know all of it. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z0-9_]+$/)),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** One line of files.jsonl. */
export const fileLineSchema = z.object({ key: z.string(), size: z.int(), sha256: z.string() });

export const manifestFile = (folder: string) => path.join(folder, "backup.json");
export const fileList = (folder: string) => path.join(folder, "files.jsonl");
export const tableFile = (folder: string, table: string) =>
  path.join(folder, "tables", `${table}.copy`);
export const storedFile = (folder: string, key: string) => path.join(folder, "files", key);

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The statement part that names a table and its columns. */
export function columnsOf(table: { name: string; columns: readonly string[] }): string {
  return `${quoted(table.name)} (${table.columns.map(quoted).join(", ")})`;
}

/** Every table but the list of migrations, with the columns that hold values of their own. */
export async function tablesOf(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}
