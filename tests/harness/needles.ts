import { createHash, randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";

/** Words that nothing else has, to be planted and searched for. */
export function createNeedles() {
  const words: string[] = [];
  return {
    words,
    /** A new word of letters and digits that no stemmer changes. */
    word(): string {
      const made = `ndl${randomBytes(5).toString("hex")}q`;
      words.push(made);
      return made;
    },
    /** Counts something that is there already, e.g. an id. */
    add(...found: string[]): void {
      words.push(...found);
    },
  };
}

/** The needles that a text has, as they are or in hexadecimal. */
function foundIn(text: string, words: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => {
    const plain = word.toLowerCase();
    return lower.includes(plain) || lower.includes(Buffer.from(word).toString("hex"));
  });
}

/** Every column of every table of the database, whatever its type: a new table is searched without being named here. */
export async function needlesInDatabase(
  pool: Pool,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    const here = foundIn(rows.map(({ row }) => row).join("\n"), words);
    if (here.length > 0) found.set(name, here);
  }
  return found;
}

/** Every file below a folder, by content and name. */
export async function needlesInFolder(
  folder: string,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const here = foundIn(`${entry.name}\n${bytes.toString("latin1")}`, words);
    if (here.length > 0) found.set(path.relative(folder, file), here);
  }
  return found;
}

/** The digests of every file below a folder. */
export async function digestsIn(folder: string): Promise<Set<string>> {
  const digests = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    digests.add(createHash("sha256").update(bytes).digest("hex"));
  }
  return digests;
}
