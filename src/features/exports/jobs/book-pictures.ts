import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { originalKeys } from "#app/rules/picture-files.ts";
import { createInFlight } from "#app/lib/in-flight.ts";
import { insertPicture, takeOverPicture, type FileFacts } from "#app/features/pictures/commands.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";
import { pictureRecord } from "../inputs/records.ts";
import type { ImportCounts } from "../queries.ts";
import {
  memberOf,
  type ImportServices,
  type ImportTarget,
  type Progress,
} from "./import-target.ts";

/** Pictures read at a time. */
const page = 200;
/** Pictures taken over at the same time: while one waits for its transaction, others are prepared. */
const bookedAtOnce = 4;

/** The pictures here that have these files and that the member may see. */
export async function idsHere(
  { db }: ImportServices,
  target: ImportTarget,
  digests: readonly string[],
): Promise<Map<string, string>> {
  if (digests.length === 0) return new Map();
  const keys = digests.flatMap(originalKeys);
  const { rows } = await sql<{ id: string; sha256: string }>`
    select p.id, p.sha256 from pictures p
    where p.storage_key = any(${keys}::text[]) and p.removed_at is null
      and ${visibleTo(memberOf(target), true)}`.execute(db);
  return new Map(rows.map((row) => [row.sha256, row.id]));
}

type Open = { sha256: string; place: number; record: unknown; facts: unknown };
type Outcome = "added" | "known" | "of-others";

/** One picture of the archive: there already, somebody else's, or taken over with the row of its import. */
async function bookPicture(
  services: ImportServices,
  target: ImportTarget,
  { sha256, record: given, facts }: Open,
  source: { id: string | null; isLost: boolean; ids: ReadonlyMap<string, string> },
): Promise<void> {
  const { db } = services;
  const settle = (on: Kysely<Database>, outcome: Outcome) =>
    on
      .updateTable("import_pictures")
      .set({ outcome, lost_source: source.isLost })
      .where("import_id", "=", target.id)
      .where("sha256", "=", sha256)
      .execute();
  const there = await db
    .selectFrom("pictures")
    .select("owner_id")
    .where("storage_key", "in", originalKeys(sha256))
    .executeTakeFirst();
  if (there !== undefined) {
    await settle(db, there.owner_id === target.userId ? "known" : "of-others");
    return;
  }
  const {
    made,
    createdAt,
    parent: _,
    width: _w,
    height: _h,
    references: named,
    mask: _mask,
    ...record
  } = pictureRecord.parse(given);
  const stored = await takeOverPicture(services, {
    ...record,
    ownerId: target.userId,
    createdAt: new Date(createdAt),
    sourcePictureId: source.id,
    facts: facts as FileFacts,
    made,
  });
  const { description, authoringPrompt, miniPrompt, tags, isPublic } = record;
  // Those that are not here are left out: their digests say nothing to anybody.
  const references = named.flatMap(({ sha256: digest, role, weight }) => {
    const id = source.ids.get(digest);
    return id === undefined ? [] : [{ id, role, weight }];
  });
  const words = { description, authoringPrompt, miniPrompt, tags, isPublic };
  await db.transaction().execute(async (tx) => {
    await insertPicture(tx, { ...stored, ...words, references });
    await settle(tx, "added");
  });
}

/** What must be taken over before a picture. */
type Before = { parent: string | null; references: { sha256: string }[] };

/** An import that an earlier release began knows nothing of references. */
function beforeOf({ record }: Open): Before {
  const { parent, references = [] } = record as Partial<Before>;
  return { parent: parent ?? null, references };
}

/** Pictures of the archive that are not taken over yet, in order. */
function openPictures({ db }: ImportServices, { id }: ImportTarget, after: number) {
  return db
    .selectFrom("import_pictures")
    .select(["sha256", "place", "record", "facts"])
    .where("import_id", "=", id)
    .where("outcome", "is", null)
    .where("place", ">", after)
    .orderBy("place")
    .limit(page)
    .execute();
}

async function isWaiting({ db }: ImportServices, { id }: ImportTarget, sha256: string) {
  const row = await db
    .selectFrom("import_pictures")
    .select("place")
    .where("import_id", "=", id)
    .where("sha256", "=", sha256)
    .where("outcome", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes over the pictures of the archive, sources and references before what was made from them. */
export async function bookPictures(
  services: ImportServices,
  target: ImportTarget,
  onProgress: Progress,
): Promise<void> {
  const { total, settled } = await services.db
    .selectFrom("import_pictures")
    .select((eb) => [
      eb.fn.countAll<number>().as("total"),
      eb.fn.count<number>("outcome").as("settled"),
    ])
    .where("import_id", "=", target.id)
    .executeTakeFirstOrThrow();
  let done = settled;
  const work = createInFlight(bookedAtOnce);
  async function book(row: Open, { parent, references }: Before): Promise<void> {
    const ids = await idsHere(services, target, [
      ...(parent === null ? [] : [parent]),
      ...references.map(({ sha256 }) => sha256),
    ]);
    const id = ids.get(parent ?? "") ?? null;
    await bookPicture(services, target, row, { id, isLost: parent !== null && id === null, ids });
    done += 1;
    await onProgress(done, total);
  }
  async function isAnyWaiting({ parent, references }: Before): Promise<boolean> {
    const digests = references.map(({ sha256 }) => sha256);
    for (const digest of parent === null ? digests : [parent, ...digests]) {
      if (await isWaiting(services, target, digest)) return true;
    }
    return false;
  }
  /** Begins those of all open pictures whose source is here or will never be. */
  async function bookRound(isCircle: boolean): Promise<void> {
    let after = 0;
    for (let isFull = true; isFull;) {
      const rows = await openPictures(services, target, after);
      for (const row of rows) {
        after = row.place;
        const before = beforeOf(row);
        if (!isCircle && (await isAnyWaiting(before))) continue;
        await work.begin(() => book(row, before));
        // One picture opens a circle.
        isCircle = false;
      }
      isFull = rows.length === page;
    }
  }
  async function finishRound(isCircle: boolean): Promise<number> {
    try {
      await bookRound(isCircle);
    } finally {
      await work.end();
    }
    return done;
  }
  // A circle of sources is opened at its first picture.
  for (let [before, now] = [-1, done]; now < total;) {
    [before, now] = [now, await finishRound(before === now)];
  }
}

/** What became of the archive's pictures. */
export async function pictureCounts(
  { db }: ImportServices,
  { id }: ImportTarget,
): Promise<Pick<ImportCounts, "pictures" | "withoutSource">> {
  const rows = await db
    .selectFrom("import_pictures")
    .select(["outcome"])
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<number>`count(*) filter (where lost_source)`.as("lost"),
    ])
    .where("import_id", "=", id)
    .groupBy("outcome")
    .execute();
  const of = (outcome: Outcome) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return {
    pictures: { added: of("added"), known: of("known"), ofOthers: of("of-others") },
    withoutSource: rows.reduce((sum, { lost }) => sum + lost, 0),
  };
}
