import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Actor } from "#app/lib/actor.ts";
import type { GridAxis } from "#app/rules/grid.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { placeholderAvatar } from "#app/rules/creator.ts";
import {
  toWallPicture,
  visibleTo,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import type { GridInput } from "../inputs/grids.ts";
import { toCasts, type Cast } from "./cast.ts";

/** Rows or columns as a page shows them; values by their names, an empty kit for none. */
export type GridSideShown = {
  by: GridAxis["by"];
  /** Of a parameter: its id, and its name where the program has none of its own. */
  id?: string;
  name?: string;
  values: string[];
};
export type GridSides = { columns: GridSideShown; rows: GridSideShown | null };

/** What a grid was asked for with. */
export type GridSettings = Pick<GridInput, "cast" | "columns" | "rows">;

/** A grid as a reader sees it. */
export type Grid = GridSides & {
  id: string;
  isOwn: boolean;
  isPublic: boolean;
  /** Null for others where a picture hides its prompt; then sides of words have numbers. */
  prompt: string | null;
  owner: { name: string; username: string; avatar: string | null };
  pictures: number;
  /** Credits set aside when it was asked for; null for others. */
  cost: number | null;
  createdAt: string;
  /** By their places, row by row; null for one that is not there or not for the reader. */
  cells: (Omit<WallPicture, "prompt"> | null)[];
  /** The casts of the cells, for the owner alone. */
  casts: { cell: number; cast: Cast }[];
};

/** The grid that a member's Idempotency-Key made. */
export async function gridByKey(db: Kysely<Database>, userId: string, key: string) {
  return db
    .selectFrom("grids")
    .select(["id", "pictures", "cost", "request_hash"])
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** A grid that the actor may see: their own, or a public one. */
async function gridRow(db: Kysely<Database>, actor: Actor, id: string) {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom("grids as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .selectAll("d")
    .select(["u.name", "u.username", "u.avatar_url"])
    .where("d.id", "=", id)
    .where(sql<boolean>`(d.is_public or d.user_id = ${actor.userId})`)
    .executeTakeFirst();
  return row ?? null;
}

/** A side without the words of a prompt that others may not read. */
const withoutWords = (side: GridSideShown | null): GridSideShown | null =>
  side?.by === "words"
    ? { ...side, values: side.values.map((_, index) => String(index + 1)) }
    : side;

/**
 * A grid, or null where there is none for the actor. Others see the pictures that are public and approved; a grid without
 * one of these is not there for them.
 */
export async function gridById(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
): Promise<Grid | null> {
  const row = await gridRow(db, actor, id);
  if (row === null) return null;
  const isOwn = row.user_id === actor.userId;
  const generations = await db
    .selectFrom("generations")
    .selectAll()
    .where("grid_id", "=", id)
    .orderBy("grid_cell")
    .execute();
  const cellOf = new Map(generations.map((each) => [each.id, each.grid_cell ?? 0]));
  const found =
    generations.length === 0
      ? []
      : await wallRows(db)
          .select("p.generation_id")
          .where("p.generation_id", "in", [...cellOf.keys()])
          .where("p.removed_at", "is", null)
          .where(visibleTo(isOwn ? actor : { role: "guest", userId: null }, isOwn))
          .execute();
  if (!isOwn && found.length === 0) return null;
  const cells: Grid["cells"] = Array.from({ length: row.pictures }, () => null);
  for (const each of found) {
    const { prompt: _, ...picture } = toWallPicture(each);
    cells[cellOf.get(each.generation_id ?? "") ?? 0] = picture;
  }
  const sides = row.axes as unknown as GridSides;
  const isHidden = !isOwn && found.some((each) => each.prompt_hidden);
  const casts = isOwn ? await toCasts(db, row.user_id, generations) : [];
  return {
    id,
    isOwn,
    isPublic: row.is_public,
    prompt: isHidden ? null : row.prompt,
    columns: (isHidden ? withoutWords(sides.columns) : sides.columns) ?? sides.columns,
    rows: isHidden ? withoutWords(sides.rows) : sides.rows,
    owner: {
      name: row.name,
      username: row.username,
      avatar: row.avatar_url === placeholderAvatar ? null : row.avatar_url,
    },
    pictures: row.pictures,
    cost: isOwn ? row.cost : null,
    createdAt: row.created_at.toISOString(),
    cells,
    casts: casts.map((cast) => ({ cell: cellOf.get(cast.id) ?? 0, cast })),
  };
}

/**
 * The settings of a grid, to begin another one with; null where there is none for the actor. Of somebody else's, what is
 * theirs alone is left out: source, style kits, visibility.
 */
export async function gridSettings(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
): Promise<GridSettings | null> {
  const grid = await gridById(db, actor, id);
  if (grid === null || grid.prompt === null) return null;
  const row = await gridRow(db, actor, id);
  const settings = row?.settings as unknown as GridSettings | undefined;
  if (settings === undefined || grid.isOwn) return settings ?? null;
  const { source: _s, strength: _t, styleKit: _k, ...cast } = settings.cast;
  const own = (axis: GridInput["rows"]) => axis?.by === "kit" || axis?.by === "strength";
  const { columns, rows } = settings;
  if (own(columns) || own(rows)) return null;
  return { cast: { ...cast, isPublic: true }, columns, ...(rows && { rows }) };
}
