import type { Kysely, Selectable } from "kysely";
import type { Database, Generations } from "#app/db/schema.ts";
import type { Params } from "#app/rules/engine-params.ts";
import type { Interpretation } from "#app/rules/interpretation.ts";
import { visibleTo } from "#app/features/pictures/queries.ts";
import { gridSums, type CastGrid } from "./grid-sums.ts";
import type { CastKit } from "./kits.ts";
import { editOf, type CastEdit } from "./masks.ts";
import { placesOf } from "./places.ts";
import { progressOf, type ProgressEntry } from "./progress.ts";
import { shownReferences, type CastReference } from "./references.ts";
import type { CastState } from "../policy.ts";

type Generation = Selectable<Generations>;

/** A cast as its member gets it. Times are ISO 8601 in UTC. */
export type Cast = {
  id: string;
  kind: "create" | "remix" | "upscale";
  state: CastState;
  /** As it was typed where `texts` are drawn from it. */
  prompt: string;
  /** The text of each picture; null where all have the prompt itself. */
  texts: string[] | null;
  /** Whether the texts are all combinations, rather than drawn by the seed. */
  eachOnce: boolean;
  negative: string | null;
  aspect: string;
  quality: string;
  count: number;
  engine: { id: string; label: string };
  model: string;
  seed: number;
  source: { pictureId: string; filename: string; title: string } | null;
  /** An upload of the member's own that it started from. */
  sourceUploadId: string | null;
  /** What it changes of its source, where it does not redraw all of it. */
  edit: CastEdit | null;
  strength: number | null;
  /** Pictures that it refers to, in their order. */
  references: CastReference[];
  isPublic: boolean;
  /** The kit as it was when the cast was made. */
  styleKit: CastKit | null;
  /** Parameters of the engine that were set. */
  params: Params;
  /** The engine that was chosen, where another took its place. */
  fellBackFrom: string | null;
  /** Credits set aside when it was asked for. */
  cost: number;
  /** Pictures that came, whether or not the member kept them. */
  delivered: number;
  /** Place in the queue, 1 for the next; null when it does not wait, or is paused. */
  position: number | null;
  /** Whether its member has paused it. */
  isPaused: boolean;
  /** Whether it waits until its engine has nothing else to do, for less. */
  whenIdle: boolean;
  /** What its engine's prices were multiplied with. */
  priceFactor: number;
  /** Counted up by each change that its member makes while it waits. */
  version: number;
  progress: ProgressEntry[];
  /** The grid that it is a picture of. */
  grid: CastGrid | null;
  interpretation: Interpretation | null;
  warnings: string[];
  failReason: string | null;
  /** Credits refunded when it ended. */
  creditsBack: number;
  /** A running cast with a cancel requested. */
  cancelRequested: boolean;
  createdAt: string;
  finishedAt: string | null;
};

async function tilesOf(db: Kysely<Database>, ids: string[]) {
  const rows = await db
    .selectFrom("pictures")
    .select([
      "id",
      "generation_id",
      "generation_index",
      "slug",
      "filename",
      "width",
      "height",
      "colors",
      "placeholder",
    ])
    .where("generation_id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ generation_id, generation_index, ...tile }) => [
      `${generation_id} ${generation_index}`,
      tile,
    ]),
  );
}

/** The sources that the member may still see: those of others that have become private are left out. */
async function sourcesOf(db: Kysely<Database>, userId: string, rows: readonly Generation[]) {
  const ids = rows.flatMap((row) => row.source_picture_id ?? []);
  if (ids.length === 0) return new Map<string, { filename: string; title: string }>();
  const found = await db
    .selectFrom("pictures as p")
    .select(["p.id", "p.filename", "p.title"])
    .where("p.id", "in", ids)
    .where(visibleTo({ role: "member", userId }, true))
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}

/** The kit that a cast carries; the column was written by enqueue.ts. */
export function kitOf(row: Pick<Generation, "style_kit">): CastKit | null {
  return row.style_kit as unknown as CastKit | null;
}

/** The parameters that a cast was asked for with; the column was written by enqueue.ts. */
export function paramsOf(row: Pick<Generation, "params">): Params {
  return row.params as unknown as Params;
}

function creditsBack(row: Generation): number {
  return row.finished_at === null ? 0 : row.cost - (row.cost / row.count) * row.delivered;
}

/** Rows of one member as casts, in the same order, with the pictures that are still there. */
export async function toCasts(
  db: Kysely<Database>,
  userId: string,
  rows: readonly Generation[],
): Promise<Cast[]> {
  if (rows.length === 0) return [];
  const queued = rows.flatMap((row) => (row.state === "queued" && !row.is_paused ? row.id : []));
  const grids = [...new Set(rows.flatMap((row) => row.grid_id ?? []))];
  const [tiles, sources, placeOf, references, sums] = await Promise.all([
    tilesOf(
      db,
      rows.map((row) => row.id),
    ),
    sourcesOf(db, userId, rows),
    placesOf(db, queued),
    shownReferences(db, userId, rows),
    gridSums(db, grids),
  ]);
  return rows.map((row) => {
    const source = row.source_picture_id ? sources.get(row.source_picture_id) : undefined;
    return {
      id: row.id,
      kind: row.kind as Cast["kind"],
      state: row.state as CastState,
      prompt: row.prompt,
      texts: row.texts,
      eachOnce: row.each_once,
      negative: row.negative,
      aspect: row.aspect,
      quality: row.quality,
      count: row.count,
      engine: { id: row.engine, label: row.engine_label },
      model: row.model,
      seed: row.seed,
      source:
        source && row.source_picture_id
          ? { pictureId: row.source_picture_id, filename: source.filename, title: source.title }
          : null,
      sourceUploadId: row.source_upload_id,
      edit: editOf(row),
      strength: row.strength,
      references: references(row),
      isPublic: row.is_public,
      styleKit: kitOf(row),
      params: paramsOf(row),
      fellBackFrom: row.fell_back_from,
      cost: row.cost,
      delivered: row.delivered,
      position: placeOf.get(row.id) ?? null,
      isPaused: row.is_paused,
      whenIdle: row.when_idle,
      priceFactor: row.price_factor,
      version: row.version,
      progress: progressOf(row.progress).map(({ picture: _kept, ...entry }) => {
        const picture = tiles.get(`${row.id} ${entry.index}`);
        return picture ? { ...entry, picture } : entry;
      }),
      grid: sums.get(row.grid_id ?? "") ?? null,
      interpretation: row.interpretation as Cast["interpretation"],
      warnings: row.warnings,
      failReason: row.fail_reason,
      creditsBack: creditsBack(row),
      cancelRequested: row.cancel_requested,
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    };
  });
}
