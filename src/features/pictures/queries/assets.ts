import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import { containsWords } from "#app/lib/like.ts";

export const assetStates = ["all", "waiting", "approved", "rejected", "picked", "removed"] as const;
export type AssetState = (typeof assetStates)[number];

/** A picture as admins see it, whatever its state. */
export type Asset = {
  id: string;
  slug: string;
  filename: string;
  title: string;
  prompt: string | null;
  width: number;
  height: number;
  colors: string[];
  likes: number;
  creator: { name: string; username: string };
  /** hidden: approved, but its owner's account is off. */
  state: "approved" | "waiting" | "rejected" | "hidden" | "removed";
  picked: boolean;
  isPublic: boolean;
  license: string;
  tags: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
};

export type AssetFilter = {
  state: AssetState;
  /** Words of title, prompt or filename; `@name` is a creator. */
  q?: string;
  cursor?: string;
  limit: number;
};

const inState: Record<AssetState, ReturnType<typeof sql<boolean>>> = {
  all: sql<boolean>`p.removed_at is null`,
  waiting: sql<boolean>`(not p.approved and p.status = 'waiting' and p.removed_at is null)`,
  approved: sql<boolean>`p.approved`,
  rejected: sql<boolean>`(not p.approved and not p.hidden_with_owner and p.status <> 'waiting' and p.removed_at is null)`,
  picked: sql<boolean>`p.picked_at is not null`,
  removed: sql<boolean>`p.removed_at is not null`,
};

type StateColumns = {
  removed_at: Date | null;
  approved: boolean;
  hidden_with_owner: boolean;
  status: string;
};

/** The one state in which admins see a picture. */
export function assetStateOf(row: StateColumns): Asset["state"] {
  if (row.removed_at !== null) return "removed";
  if (row.approved) return "approved";
  if (row.hidden_with_owner) return "hidden";
  return row.status === "waiting" ? "waiting" : "rejected";
}

function matching(q: string) {
  // Known before the list is read, so that the planner takes the owner's index.
  if (q.startsWith("@")) {
    return sql<boolean>`p.owner_id = (select id from users where username = ${q.slice(1)}::citext)`;
  }
  // As in the index pictures_admin_search.
  return containsWords(
    sql`(' ' || p.title || ' ' || p.filename || ' ' || coalesce(p.prompt, ''))`,
    q,
  );
}

/**
 * Pictures in every state, newest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function assets(
  db: Kysely<Database>,
  { state, q, cursor, limit }: AssetFilter,
): Promise<{ items: Asset[]; next: string | null }> {
  let query = db
    .selectFrom("pictures as p")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .select(["p.id", "p.slug", "p.filename", "p.title", "p.prompt", "p.width", "p.height"])
    .select(["p.colors", "p.likes", "p.is_public", "p.approved", "p.status", "p.created_at"])
    .select(["p.picked_at", "p.removed_at", "p.hidden_with_owner", "p.license", "p.tags"])
    .select(["u.name", "u.username"])
    .where(inState[state]);
  if (q !== undefined && q !== "") query = query.where(matching(q));
  const { page, next } = await keysetPage(
    query,
    { by: "p.created_at", id: "p.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      slug: row.slug,
      filename: row.filename,
      title: row.title,
      prompt: row.prompt,
      width: row.width,
      height: row.height,
      colors: row.colors,
      likes: row.likes,
      creator: { name: row.name, username: row.username },
      state: assetStateOf(row),
      picked: row.picked_at !== null,
      isPublic: row.is_public,
      license: row.license,
      tags: row.tags,
      createdAt: row.created_at.toISOString(),
    })),
    next,
  };
}

/** Counting stops here, so that the list never scans a whole gallery. */
const mostCounted = 10_000;

export type AssetCounts = {
  all: number;
  waiting: number;
  /** The counting limit: a count that reaches it means "at least this many". */
  most: number;
};

/** How many pictures there are, and how many wait for a decision. */
export async function assetCounts(db: Kysely<Database>): Promise<AssetCounts> {
  const count = (state: AssetState) => sql<number>`(select count(*)::integer from (
    select from pictures p where ${inState[state]} limit ${mostCounted}) counted)`;
  const { rows } = await sql<Omit<AssetCounts, "most">>`
    select ${count("all")} as all, ${count("waiting")} as waiting`.execute(db);
  return { ...rows[0], most: mostCounted };
}
