import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";

/** What a service reported about one picture; the keys depend on the service. */
export type ServiceReport = { index: number; [key: string]: unknown };

/** A cast as seen by the services that drew it, without its prompt. Times are ISO 8601 in UTC. */
export type ReportedCast = {
  id: string;
  member: { name: string; username: string };
  engine: { id: string; label: string };
  model: string;
  state: string;
  count: number;
  delivered: number;
  /** Pictures that were requested and did not come, but may have been charged. */
  mayHaveBilled: number[];
  failKind: string | null;
  reports: ServiceReport[];
  createdAt: string;
  finishedAt: string | null;
};

type Entry = { index: number; state: string };

/** Pictures that were requested and are missing; those of a running cast may still come. */
function lost(asked: readonly number[], progress: unknown): number[] {
  const done = (progress as Entry[]).filter((entry) => entry.state === "done");
  const delivered = new Set(done.map((entry) => entry.index));
  return asked.filter((index) => !delivered.has(index)).toSorted((a, b) => a - b);
}

/**
 * Casts of services that billed, may have billed or reported something, the latest first.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function reportedCasts(
  db: Kysely<Database>,
  { cursor, limit, engine }: { cursor?: string; limit: number; engine?: string },
): Promise<{ items: ReportedCast[]; next: string | null }> {
  const query = db
    .selectFrom("generations as g")
    .innerJoin("users as u", "u.id", "g.user_id")
    .select(["g.id", "g.engine", "g.engine_label", "g.model", "g.state", "g.count", "g.delivered"])
    .select(["g.asked", "g.progress", "g.reports", "g.fail_kind", "g.created_at", "g.finished_at"])
    .select(["u.name", "u.username"])
    .where(sql<boolean>`(g.reports <> '[]' or g.asked <> '{}')`)
    .$if(engine !== undefined, (query) => query.where("g.engine", "=", engine ?? ""));
  const { page, next } = await keysetPage(
    query,
    { by: "g.created_at", id: "g.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return {
    items: page.map((row) => ({
      id: row.id,
      member: { name: row.name, username: row.username },
      engine: { id: row.engine, label: row.engine_label },
      model: row.model,
      state: row.state,
      count: row.count,
      delivered: row.delivered,
      mayHaveBilled: lost(row.asked, row.progress),
      failKind: row.fail_kind,
      reports: row.reports as ServiceReport[],
      createdAt: row.created_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    })),
    next,
  };
}
