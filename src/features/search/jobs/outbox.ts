import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import {
  removeDocuments,
  upsertDocuments,
  writeCounts,
  writePrivateDocuments,
} from "../commands.ts";
import { documentsOf } from "./documents.ts";

type Note = { id: number; picture_id: string; counts: boolean };
type IndexServices = Pick<Services, "db" | "search">;

/** Notes in one go: a fraction of a second of work. */
const batch = 200;
/** Later notes on the same pictures are dealt with too, when they are among so many: what is read is newer than all of them. */
const lookAhead = 20_000;
const mostNotes = 5_000;
/** One process at a time: of two, the slower could put back what a picture said before. */
const turn = 0x5ea2c4;

/**
 * Brings the index up to what the oldest notes of the outbox are about. Notes go when the index has what they stand
 * for; after a crash in between, the same is done again.
 * @returns how many notes were dealt with; 0 also while another process is at it
 */
export async function indexBatch(services: IndexServices): Promise<number> {
  return services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${turn}) as mine`.execute(tx);
    if (!rows[0].mine) return 0;
    const { rows: notes } = await sql<Note>`
      with ahead as (
        select id, picture_id, counts from search_outbox order by id limit ${lookAhead}),
      oldest as (select distinct picture_id from (select picture_id from ahead order by id limit ${batch}) o)
      select id, picture_id, counts from ahead join oldest using (picture_id)
      order by id limit ${mostNotes}`.execute(tx);
    if (notes.length === 0) return 0;
    const changed = [
      ...new Set(notes.filter((note) => !note.counts).map((note) => note.picture_id)),
    ];
    const { open, own } =
      changed.length === 0 ? { open: [], own: [] } : await documentsOf(tx, changed);
    const found = new Set(open.map(({ id }) => id));
    await removeDocuments(
      services,
      changed.filter((id) => !found.has(id)),
    );
    await upsertDocuments(services, open);
    await writePrivateDocuments(services.db, changed, own);
    const noted = [...new Set(notes.map((note) => note.picture_id))];
    const recounted = noted.filter((id) => !found.has(id));
    if (recounted.length > 0) {
      const counts = await tx
        .selectFrom("pictures")
        .select(["id", "likes", "remix_count as remixes"])
        .where("id", "in", recounted)
        .execute();
      await writeCounts(services, counts);
    }
    await tx
      .deleteFrom("search_outbox")
      .where(
        "id",
        "in",
        notes.map((note) => note.id),
      )
      .execute();
    return notes.length;
  });
}

/** Brings the index up to the present. @returns how many notes were dealt with */
export async function indexPending(services: IndexServices, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    const now = signal?.aborted ? 0 : await indexBatch(services);
    if (now === 0) return done;
    done += now;
  }
}
