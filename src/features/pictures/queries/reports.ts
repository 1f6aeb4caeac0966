import { sql } from "kysely";
import { cutPage, placeOf } from "../../../lib/paging.ts";
import { decodeCursor, encodeCursor } from "../../../rules/page-cursor.ts";
import type { ReportReason } from "../../../rules/report-reasons.ts";
import { toWallPicture, wallRows, type Db, type WallPicture } from "./rows.ts";

export type ReportState = "open" | "upheld" | "dismissed";

export type Report = {
  id: string;
  state: ReportState;
  picture: WallPicture;
  /** Members who reported it, each once, the latest first; at most 20. */
  voices: { reason: ReportReason; note: string | null; by: string; at: string }[];
  voiceCount: number;
  createdAt: string;
  resolvedAt: string | null;
};

type VoiceRow = {
  report_id: string;
  reason: ReportReason;
  note: string | null;
  by: string;
  at: Date;
};

const mostVoices = 20;

async function voicesOf(db: Db, ids: readonly string[]): Promise<VoiceRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<VoiceRow>`
    select v.report_id, v.reason, v.note, v.by, v.at from (
      select v.report_id, v.reason, v.note, u.username as by, v.created_at as at,
        row_number() over (partition by v.report_id order by v.created_at desc, v.user_id) as place
      from report_voices v join users u on u.id = v.user_id
      where v.report_id = any(${[...ids]}::uuid[])) as v
    where v.place <= ${mostVoices} order by v.report_id, v.place`.execute(db);
  return rows;
}

/**
 * Reports in one state for admins, the newest first. Whoever asks must be one: nothing here looks at the asker.
 * @throws AppError invalid-request for a cursor that no page gave
 */
export async function reportQueue(
  db: Db,
  { state = "open", cursor, limit }: { state?: ReportState; cursor?: string; limit: number },
): Promise<{ items: Report[]; next: string | null }> {
  const after = placeOf(cursor, decodeCursor);
  let query = wallRows(db)
    .innerJoin("reports as r", "r.picture_id", "p.id")
    .select(["r.id as report_id", "r.state", "r.voices", "r.created_at as reported_at"])
    .select("r.resolved_at")
    .where("r.state", "=", state)
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit + 1);
  if (after !== undefined) {
    query = query.where(
      sql<boolean>`(r.created_at, r.id) < (${after.createdAt}, ${after.id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const { page, last } = cutPage(rows, limit);
  const voices = await voicesOf(
    db,
    page.map((row) => row.report_id),
  );
  return {
    items: page.map((row) => ({
      id: row.report_id,
      state: row.state as ReportState,
      picture: toWallPicture(row),
      voices: voices
        .filter((voice) => voice.report_id === row.report_id)
        .map(({ reason, note, by, at }) => ({ reason, note, by, at: at.toISOString() })),
      voiceCount: row.voices,
      createdAt: row.reported_at.toISOString(),
      resolvedAt: row.resolved_at?.toISOString() ?? null,
    })),
    next:
      last === undefined ? null : encodeCursor({ createdAt: last.reported_at, id: last.report_id }),
  };
}
