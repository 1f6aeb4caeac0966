import { sql } from "kysely";
import { isUuid } from "#app/rules/picture-filename.ts";
import { counts, toSanction, type Db, type Sanction } from "./queries/rows.ts";

export { reviewQueue, type ReviewItem } from "./queries/review.ts";
export { appealQueue, openAppeals, type QueuedAppeal } from "./queries/appeals.ts";

/** What a member answered, and the answer to it. */
type GivenAppeal = {
  id: string;
  body: string;
  state: "open" | "granted" | "declined";
  answer: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  answeredAt: string | null;
};

/** A decision as pages and the API show it. */
export type Decision = Omit<Sanction, "createdAt" | "endsAt" | "liftedAt" | "memberId"> & {
  /** ISO 8601, UTC. */
  createdAt: string;
  endsAt: string | null;
  /** Since when it no longer counts. */
  liftedAt: string | null;
  /** Whether it still counts. */
  isActive: boolean;
  appeals: GivenAppeal[];
};

const rows = (db: Db) =>
  db
    .selectFrom("sanctions as s")
    .selectAll("s")
    .select(counts.as("is_active"))
    .select(
      sql<GivenAppeal[]>`(
        select coalesce(json_agg(json_build_object(
          'id', a.id, 'body', a.body, 'state', a.state, 'answer', a.answer,
          'createdAt', ${utc("a.created_at")}, 'answeredAt', ${utc("a.answered_at")}) order by a.created_at), '[]')
        from appeals a where a.sanction_id = s.id)`.as("appeals"),
    );

/** A time as ISO 8601, UTC. */
function utc(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

function toDecision(row: Row): Decision {
  const { createdAt, endsAt, liftedAt, memberId: _, ...rest } = toSanction(row);
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    liftedAt: liftedAt?.toISOString() ?? null,
    isActive: row.is_active,
    appeals: row.appeals,
  };
}

/** The decision with this key, for whoever has it; null for none. */
export async function decisionByKey(db: Db, key: string): Promise<Decision | null> {
  if (!isUuid(key)) return null;
  const row = await rows(db).where("s.appeal_key", "=", key).executeTakeFirst();
  return row === undefined ? null : toDecision(row);
}

/** Decisions of one member on a page. */
const shown = 100;

/** The decisions about a member, the latest first; at most 100. For admins alone. */
export async function sanctionsOf(db: Db, memberId: string): Promise<Decision[]> {
  if (!isUuid(memberId)) return [];
  const found = await rows(db)
    .where("s.member_id", "=", memberId)
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc")
    .limit(shown)
    .execute();
  return found.map(toDecision);
}

/** How many strikes of a member count now. */
export async function strikesOf(db: Db, memberId: string): Promise<number> {
  const { strikes } = await db
    .selectFrom("sanctions as s")
    .select(sql<number>`count(*)::integer`.as("strikes"))
    .where("s.member_id", "=", memberId)
    .where("s.kind", "=", sql.lit("strike"))
    .where(counts)
    .executeTakeFirstOrThrow();
  return strikes;
}

/** Addresses of a member's portraits that were taken down and wait for an undo. */
export async function takenPortraitsOf(db: Db, memberId: string): Promise<string[]> {
  const found = await db
    .selectFrom("sanctions")
    .select("taken")
    .where("member_id", "=", memberId)
    .where("taken", "is not", null)
    .execute();
  return found
    .flatMap(({ taken }) => Object.values(taken as Record<string, string | null>))
    .filter((value) => value !== null);
}
