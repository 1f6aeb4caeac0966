import { sql } from "kysely";
import { keysetPage } from "#app/lib/keyset.ts";
import type { ReportReason } from "#app/rules/report-reasons.ts";
import { assetStateOf, type Asset } from "./assets.ts";
import type { Db } from "./rows.ts";

export const reportStates = ["open", "upheld", "dismissed"] as const;
export type ReportState = (typeof reportStates)[number];

export type Report = {
  id: string;
  state: ReportState;
  picture: Pick<Asset, "id" | "slug" | "filename" | "title" | "colors" | "creator" | "state"> &
    Pick<Asset, "width" | "height" | "isPublic">;
  /** The reasons, most frequent first. */
  reasons: { reason: ReportReason; count: number }[];
  /** Members who reported it, each once, the latest first; at most 20. */
  voices: { reason: ReportReason; note: string | null; by: string; at: string }[];
  voiceCount: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  resolvedAt: string | null;
  /** Username of the admin who decided; null while it is open, and when the account is gone. */
  resolvedBy: string | null;
};

const mostReporters = 20;

async function reportersOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{
    report_id: string;
    reason: ReportReason;
    note: string | null;
    by: string;
    at: Date;
  }>`
    select v.report_id, v.reason, v.note, v.by, v.at from (
      select v.report_id, v.reason, v.note, u.username as by, v.created_at as at,
        row_number() over (partition by v.report_id order by v.created_at desc, v.user_id) as place
      from report_voices v join users u on u.id = v.user_id
      where v.report_id = any(${[...ids]}::uuid[])) as v
    where v.place <= ${mostReporters} order by v.report_id, v.place`.execute(db);
  return Map.groupBy(rows, (row) => row.report_id);
}

async function reasonsOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ report_id: string; reason: ReportReason; count: number }>`
    select report_id, reason, count(*)::integer as count from report_voices
    where report_id = any(${[...ids]}::uuid[])
    group by report_id, reason order by report_id, count desc, reason`.execute(db);
  return Map.groupBy(rows, (row) => row.report_id);
}

/**
 * Reports in one state, newest first. Only for admins: the caller must check the actor.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function reportQueue(
  db: Db,
  { state = "open", cursor, limit }: { state?: ReportState; cursor?: string; limit: number },
): Promise<{ items: Report[]; next: string | null }> {
  let query = db
    .selectFrom("reports as r")
    .innerJoin("pictures as p", "p.id", "r.picture_id")
    .innerJoin("users as u", "u.id", "p.owner_id")
    .leftJoin("users as a", "a.id", "r.resolved_by")
    .select(["r.id", "r.state", "r.voices", "r.created_at", "r.resolved_at"])
    .select("a.username as resolved_by")
    .select(["p.id as picture_id", "p.slug", "p.filename", "p.title", "p.colors", "p.width"])
    .select(["p.height", "p.approved", "p.status", "p.removed_at", "p.is_public"])
    .select("p.hidden_with_owner")
    .select(["u.name as creator_name", "u.username as creator_username"])
    .where("r.state", "=", state);
  const { page, next } = await keysetPage(
    query,
    { by: "r.created_at", id: "r.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  const ids = page.map((row) => row.id);
  const [voices, reasons] = await Promise.all([reportersOf(db, ids), reasonsOf(db, ids)]);
  return {
    items: page.map((row) => ({
      id: row.id,
      state: row.state as ReportState,
      picture: {
        id: row.picture_id,
        slug: row.slug,
        filename: row.filename,
        title: row.title,
        colors: row.colors,
        width: row.width,
        height: row.height,
        creator: { name: row.creator_name, username: row.creator_username },
        state: assetStateOf(row),
        isPublic: row.is_public,
      },
      reasons: (reasons.get(row.id) ?? []).map(({ reason, count }) => ({ reason, count })),
      voices: (voices.get(row.id) ?? []).map(({ reason, note, by, at }) => ({
        reason,
        note,
        by,
        at: at.toISOString(),
      })),
      voiceCount: row.voices,
      createdAt: row.created_at.toISOString(),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
      resolvedBy: row.resolved_by,
    })),
    next,
  };
}

/** How many reports wait for a decision. */
export async function openReports(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("reports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
}
