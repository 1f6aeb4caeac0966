import { sql } from "kysely";
import { keysetPage } from "#app/lib/keyset.ts";
import type { SanctionKind } from "#app/rules/sanctions.ts";
import type { Db } from "./rows.ts";

/** An appeal with the decision that it is against. */
export type QueuedAppeal = {
  id: string;
  body: string;
  state: "open" | "granted" | "declined";
  answer: string | null;
  member: { id: string; name: string; username: string };
  decision: {
    kind: SanctionKind;
    reason: string;
    note: string | null;
    targetId: string | null;
    targetTitle: string | null;
    /** ISO 8601, UTC. */
    createdAt: string;
    endsAt: string | null;
    /** Username of the admin; null for the operator, and when the account is gone. */
    by: string | null;
  };
  createdAt: string;
  answeredAt: string | null;
  answeredBy: string | null;
};

type AppealFilter = { state: QueuedAppeal["state"]; cursor?: string; limit: number };

/**
 * Appeals in one state, the latest first; `next` is the cursor of the page after. For admins alone.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function appealQueue(
  db: Db,
  { state, cursor, limit }: AppealFilter,
): Promise<{ items: QueuedAppeal[]; next: string | null }> {
  const query = db
    .selectFrom("appeals as a")
    .innerJoin("sanctions as s", "s.id", "a.sanction_id")
    .innerJoin("users as u", "u.id", "s.member_id")
    .leftJoin("users as maker", "maker.id", "s.made_by")
    .leftJoin("users as answerer", "answerer.id", "a.answered_by")
    .select(["a.id", "a.body", "a.state", "a.answer", "a.created_at", "a.answered_at"])
    .select(["u.id as member_id", "u.name", "u.username", "s.kind", "s.reason", "s.note"])
    .select(["s.target_id", "s.target_title", "s.created_at as decided_at", "s.ends_at"])
    .select(["maker.username as maker", "answerer.username as answerer"])
    .where("a.state", "=", state);
  const { page, next } = await keysetPage(
    query,
    { by: "a.created_at", id: "a.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      body: row.body,
      state: row.state as QueuedAppeal["state"],
      answer: row.answer,
      member: { id: row.member_id, name: row.name, username: row.username },
      decision: {
        kind: row.kind as SanctionKind,
        reason: row.reason,
        note: row.note,
        targetId: row.target_id,
        targetTitle: row.target_title,
        createdAt: row.decided_at.toISOString(),
        endsAt: row.ends_at?.toISOString() ?? null,
        by: row.maker,
      },
      createdAt: row.created_at.toISOString(),
      answeredAt: row.answered_at?.toISOString() ?? null,
      answeredBy: row.answerer,
    })),
    next,
  };
}

/** Counting stops here, so that the number never reads the whole table. */
const mostCounted = 1_000;

/** How many appeals wait for an answer, at most 1,000. */
export async function openAppeals(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::integer as open from (
      select from appeals where state = 'open' limit ${mostCounted}) counted`.execute(db);
  return rows[0].open;
}
