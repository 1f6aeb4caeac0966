import { sql } from "kysely";
import type { FileFacts } from "#app/features/pictures/commands.ts";
import type { ImportServices, ImportTarget } from "./import-target.ts";

/** Images whose facts are written at a time: each writing waits for the disk. So many are looked at again after a kill. */
const writtenAtOnce = 16;

export type FactNotes = {
  /** Notes what was seen in an image; it is written together with what other images showed. */
  add: (sha256: string, facts: FileFacts) => Promise<void>;
  /** Writes what was noted and is not written yet. */
  flush: () => Promise<void>;
};

/** Keeps what was seen in the images of an archive, so that an import that is continued does not look again. */
export function createFactNotes({ db }: ImportServices, { id }: ImportTarget): FactNotes {
  let notes: { sha256: string; facts: FileFacts }[] = [];
  async function flush(): Promise<void> {
    if (notes.length === 0) return;
    const given = JSON.stringify(notes);
    notes = [];
    await sql`
      update import_pictures p set facts = seen.facts
      from jsonb_to_recordset(${given}::jsonb) as seen(sha256 text, facts jsonb)
      where p.import_id = ${id} and p.sha256 = seen.sha256`.execute(db);
  }
  return {
    async add(sha256, facts) {
      notes.push({ sha256, facts });
      if (notes.length >= writtenAtOnce) await flush();
    },
    flush,
  };
}
