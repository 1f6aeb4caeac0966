import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database } from "#app/db/schema.ts";
import { PaletteTable } from "#app/lib/palette-table.ts";
import { hasPalette } from "#app/rules/packed-palette.ts";
import type { Services } from "#app/services.ts";
import { atPlace, paletteIds, targetsOf, type PaletteSpan, type Wanted } from "./conditions.ts";
import { sentTimes } from "./sent-times.ts";

type Db = Kysely<Database>;
type Palettes = Services["search"]["palettes"];
export type KeptPalettes = NonNullable<Palettes["kept"]>;

/** How many palettes are read and kept. */
type Sizes = {
  /** The newest so many are kept. Older ones are measured by the database. */
  kept: number;
  /** What comes new is kept too, up to so many in all. */
  most: number;
  /** The first search waits until so many are read. */
  first: number;
  /** Read in one statement, for which later searches wait at most. */
  atOnce: number;
};

/** 18 to 25 MB, with room for new ones; the first take a fifth of a second, a statement a fiftieth. */
const usualSizes: Sizes = { kept: 400_000, most: 450_000, first: 100_000, atOnce: 10_000 };

/** Between two statements of the reading, so that searches go on beside it. */
const pauseMs = 30;

/** Keeps the newest palettes in the memory of the process. */
export const openPalettes = (): Palettes => ({ kept: null });

/** Ends the reading, before the database is closed. */
export function forgetPalettes({ palettes }: Services["search"]): void {
  palettes.kept = null;
}

/** A colour as packPalette of rules/packed-palette.ts has it. */
const packed = sql.join(
  [1, 2, 3, 4, 5].map((place) => {
    const [l, a, b] = ["l", "a", "b"].map((part) => sql.ref(`c.${part}${place}`));
    return sql`int4send((${l}::integer << 20) | ((${a} + 512) << 10) | (${b} + 512))`;
  }),
  sql` || `,
);

type Read = { n: number; change: number | null; ids: Buffer; times: Buffer; colors: Buffer };

/** Some rows `c` of image_search_palettes, in one piece. */
async function readRows(db: Db, chosen: RawBuilder<unknown>): Promise<Read> {
  const { rows } = await sql<Read>`
    ${prepared} select count(*)::integer as n, max(c.change) as change, string_agg(uuid_send(c.picture_id), '') as ids,
      string_agg(timestamptz_send(c.created_at), '') as times, string_agg(${packed}, '') as colors
    from (select * from image_search_palettes c ${chosen}) c`.execute(db);
  return rows[0];
}

/** Whole numbers of four bytes as int4send writes them. */
function sentNumbers(sent: Buffer): Int32Array {
  const numbers = new Int32Array(sent.length / 4);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = sent.readInt32BE(at * 4);
  return numbers;
}

const put = ({ table }: KeptPalettes, { ids, times, colors }: Read) =>
  table.put({ ids, times: sentTimes(times), colors: sentNumbers(colors) });

/** Forgets the oldest where there are too many. */
function trim(known: KeptPalettes, { kept, most }: Sizes): void {
  if (known.table.size <= most) return;
  known.table.keep(kept);
  known.since = known.table.oldest;
}

/** Reads what has changed since it was read last. */
async function catchUp(db: Db, known: KeptPalettes, sizes: Sizes): Promise<void> {
  const { atOnce } = sizes;
  for (;;) {
    const rows = await readRows(
      db,
      sql`where c.change > ${known.change} order by c.change limit ${atOnce}`,
    );
    if (rows.change === null) return;
    put(known, rows);
    // Of those that are older than all others, more may be missing: they are left to the database.
    if (known.since) known.table.keepFrom(known.since);
    trim(known, sizes);
    known.change = rows.change;
    if (rows.n < atOnce) return;
  }
}

/** Reads the next older ones. */
async function readOlder(db: Db, known: KeptPalettes, atOnce: number): Promise<void> {
  const after = known.since
    ? sql`where (c.created_at, c.picture_id) < ${atPlace(known.since)}`
    : sql``;
  const rows = await readRows(
    db,
    sql`${after} order by c.created_at desc, c.picture_id desc limit ${atOnce}`,
  );
  if (rows.n > 0) put(known, rows);
  known.since = rows.n < atOnce ? null : known.table.oldest;
}

/** Reads and puts in turn: what was read earlier must not overwrite what was read later. */
function inTurn(known: KeptPalettes, work: () => Promise<void>): Promise<void> {
  const done = known.turn.then(work);
  known.turn = done.catch(() => undefined);
  return done;
}

/** Reads the newest palettes, those that came last first, for as long as they are kept. */
async function readAll(
  { db, search: { palettes } }: Pick<Services, "db" | "search">,
  known: KeptPalettes,
  { kept, first, atOnce }: Sizes,
): Promise<void> {
  await inTurn(known, async () => {
    const { rows } = await sql<{ change: number | null }>`
      select max(change) as change from image_search_palettes`.execute(db);
    known.change = rows[0].change ?? 0;
    do await readOlder(db, known, atOnce);
    while (known.since !== null && known.table.size < first);
  });
  while (known.since !== null && known.table.size < kept) {
    await sleep(pauseMs);
    if (palettes.kept !== known) return;
    await inTurn(known, () => readOlder(db, known, atOnce));
  }
}

/**
 * The newest palettes as they are now. The first search by palette begins to read them and waits for some of them.
 * Null where they cannot be read.
 */
export async function keptPalettes(
  services: Pick<Services, "db" | "search" | "log">,
  sizes = usualSizes,
): Promise<KeptPalettes | null> {
  const { palettes } = services.search;
  if (palettes.kept === null) {
    const empty = {
      table: new PaletteTable(),
      change: 0,
      since: undefined,
      turn: Promise.resolve(),
    };
    palettes.kept = empty;
    readAll(services, empty, sizes).catch((error: unknown) => {
      palettes.kept = null;
      services.log.warn({ err: error }, "cannot read the palettes; the database measures them");
    });
  }
  const known = palettes.kept;
  await inTurn(known, async () => {
    if (known.since !== undefined) await catchUp(services.db, known, sizes);
  });
  return known.since === undefined ? null : known;
}

/** Whether a row `s` of the index is one of these pictures. */
export const isOneOf = (ids: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`s.picture_id = any(${ids})`;

/** Those of the pictures that are in the index no more. */
async function goneOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${prepared} select id from unnest(${ids}::uuid[]) id
    where not exists (select 1 from image_search s where s.picture_id = id)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Looks among the newest pictures that have a palette: in memory, and where that has not enough of them also in the database among
 * those that are older. Those that are gone from the index are forgotten on the way.
 * @param look counts what it finds
 */
export async function newestOfPalettes<T extends { count: number }>(
  db: Db,
  { table, since = null }: KeptPalettes,
  asked: Omit<PaletteSpan, "before"> & { wanted: Wanted },
  look: (condition: RawBuilder<boolean>) => Promise<T>,
): Promise<T> {
  const { wanted, asOf, atMost } = asked;
  const matches = hasPalette(targetsOf(wanted));
  for (;;) {
    const ids = table.newest(matches, asOf, atMost);
    const isEnough = ids.length === atMost;
    const older =
      isEnough || since === null ? null : paletteIds(wanted, { ...asked, before: since });
    const kept = sql`${ids}::uuid[]`;
    const found = await look(isOneOf(older === null ? kept : sql`${kept} || ${older}`));
    if (!isEnough || found.count === atMost) return found;
    const gone = await goneOf(db, ids);
    if (gone.length === 0) return found;
    table.forget(gone);
  }
}
