import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { formatOfKey } from "#app/rules/picture-files.ts";
import type { CastLogInput } from "../inputs.ts";
import { toCasts, type Cast } from "./cast.ts";

export type CastLogQuery = Pick<CastLogInput, "limit"> & Partial<CastLogInput>;

const states = {
  open: ["queued", "running"],
  done: ["done"],
  failed: ["failed"],
  cancelled: ["cancelled"],
} as const;

/** Special characters of `ilike` patterns. */
const literal = (words: string) => words.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * The member's casts, newest first, those that fit every filter.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function castLog(
  db: Kysely<Database>,
  userId: string,
  { cursor, limit, kind, state, engine, from, to, kit, q, id }: CastLogQuery,
): Promise<{ items: Cast[]; next: string | null }> {
  const fits = (alias: "g" | "c") => {
    const at = (column: keyof Database["generations"]) => sql.ref(`${alias}.${column}`);
    const conditions = [
      sql`true`,
      ...(kind === undefined ? [] : [sql`${at("kind")} = ${kind}`]),
      ...(state === undefined ? [] : [sql`${at("state")} = any(${[...states[state]]}::text[])`]),
      ...(engine === undefined ? [] : [sql`${at("engine")} = ${engine}`]),
      ...(from === undefined
        ? []
        : [sql`${at("created_at")} >= ${from}::date::timestamp at time zone 'UTC'`]),
      ...(to === undefined
        ? []
        : [sql`${at("created_at")} < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
      ...(kit === undefined ? [] : [sql`${at("style_kit")}->>'id' = ${kit}`]),
      ...(id === undefined ? [] : [sql`${at("id")} = ${id}`]),
      ...(q ? [sql`${at("prompt")} ilike ${`%${literal(q)}%`}`] : []),
    ];
    return sql.join(conditions, sql` and `);
  };
  // A grid is one entry: the first of its casts stands for it, where any of them fits.
  const query = db
    .selectFrom("generations as g")
    .selectAll("g")
    .where("g.user_id", "=", userId)
    .where(
      sql<boolean>`case when g.grid_id is null then ${fits("g")} else
        not exists (select from generations o where o.grid_id = g.grid_id and o.grid_cell < g.grid_cell)
        and exists (select from generations c where c.grid_id = g.grid_id and ${fits("c")}) end`,
    );
  const { page, next } = await keysetPage(
    query,
    { by: "g.created_at", id: "g.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: await toCasts(db, userId, page),
    next,
  };
}

export type CastFacets = {
  total: number;
  failed: number;
  /** Engines that drew for the member, by their names. */
  engines: { id: string; label: string }[];
  /** Kits that the member cast with, by the names they had last. */
  kits: { id: string; name: string }[];
};

async function kitsOf(db: Kysely<Database>, userId: string): Promise<CastFacets["kits"]> {
  const found = await sql<{ id: string; name: string }>`
    select distinct on (style_kit->>'id') style_kit->>'id' as id, style_kit->>'name' as name
    from generations where user_id = ${userId} and style_kit is not null
    order by style_kit->>'id', created_at desc`.execute(db);
  return found.rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What the filters of a member's log offer. */
export async function castFacets(db: Kysely<Database>, userId: string): Promise<CastFacets> {
  const rows = await db
    .selectFrom("generations")
    .select((eb) => [
      "engine as id",
      eb.fn.max("engine_label").as("label"),
      eb.fn.countAll<number>().as("casts"),
      eb.fn.countAll<number>().filterWhere("state", "=", "failed").as("failed"),
    ])
    .where("user_id", "=", userId)
    .groupBy("engine")
    .orderBy("label")
    .execute();
  return {
    total: rows.reduce((sum, row) => sum + row.casts, 0),
    failed: rows.reduce((sum, row) => sum + row.failed, 0),
    engines: rows.map(({ id, label }) => ({ id, label: label ?? id })),
    kits: await kitsOf(db, userId),
  };
}

export type CastFile = { name: string; storageKey: string; createdAt: Date };

/** The pictures of the member's casts, with names to be kept under, in the order of the casts. */
export async function castFiles(
  db: Kysely<Database>,
  userId: string,
  ids: readonly string[],
): Promise<CastFile[]> {
  const rows = await db
    .selectFrom("pictures as p")
    .innerJoin("generations as g", "g.id", "p.generation_id")
    .select(["p.slug", "p.storage_key", "p.created_at"])
    .where("g.user_id", "=", userId)
    .where("p.owner_id", "=", userId)
    .where("g.id", "in", ids)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => ({
    name: `${row.slug}.${formatOfKey(row.storage_key)}`,
    storageKey: row.storage_key,
    createdAt: row.created_at,
  }));
}
