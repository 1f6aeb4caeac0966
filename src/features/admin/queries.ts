import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import { isUuid } from "#app/rules/picture-filename.ts";

export { creditFigures, trafficFigures, type TrafficDay } from "./queries/figures.ts";
export { insightFigures } from "./queries/insight-figures.ts";
export { backupList, type BackupList, type BackupRun } from "./queries/backups.ts";
export { operations, type Operations } from "./queries/operations.ts";
export { members, type MemberRow } from "./queries/members.ts";
export {
  funnel,
  topPictures,
  visitSources,
  type Funnel,
  type TopPicture,
  type VisitSource,
} from "./queries/visits.ts";
export {
  systemStatus as systemPulse,
  type IncidentPart,
  type ProcessChecks,
  type StatusPart as PulsePart,
} from "./queries/system-status.ts";

export { upkeepStates, type UpkeepState } from "./queries/upkeep.ts";

/** The kinds of targets of admin actions. */
export const auditKinds = [
  "picture",
  "report",
  "member",
  "message",
  "rule",
  "prompt",
  "backup",
  "payment-event",
  "grant-code",
  "collection",
  "search-rule",
  "engine",
  "model",
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The target today: a picture's title and slug, a member's username, a collection's name and its owner's username. */
export type AuditTarget =
  | { kind: "picture"; title: string; slug: string }
  | { kind: "member"; username: string }
  | { kind: "collection"; name: string; owner: string };

export type AuditEntry = {
  id: number;
  action: string;
  targetKind: string;
  targetId: string;
  /** Null when it is gone, or has no name. */
  target: AuditTarget | null;
  /** Null for an action that changed nothing the log keeps. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  requestId: string;
  /** Null when the account is gone, and where no admin acted. */
  admin: { name: string; username: string } | null;
  /** Who acted in place of an admin: the operator at the command line, or upkeep. */
  system: "operator" | "upkeep" | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

type AuditFilter = { kind?: AuditKind; target?: string; cursor?: string; limit: number };

/** The row ids are the positions of the log: they only grow. */
const placeIn = (cursor: string) => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null);

type Row = { target_kind: string; target_id: string };

const idsOf = (rows: readonly Row[], kind: AuditKind) => [
  ...new Set(
    rows
      .filter(({ target_kind, target_id }) => target_kind === kind && isUuid(target_id))
      .map(({ target_id }) => target_id),
  ),
];

/** What the rows are about, by id; a report is about its picture. */
async function targetsOf(
  db: Kysely<Database>,
  rows: readonly Row[],
): Promise<Map<string, AuditTarget>> {
  const [pictureIds, reportIds, memberIds, collectionIds] = [
    idsOf(rows, "picture"),
    idsOf(rows, "report"),
    idsOf(rows, "member"),
    idsOf(rows, "collection"),
  ];
  const [pictures, reported, members, collections] = await Promise.all([
    pictureIds.length === 0
      ? []
      : db
          .selectFrom("pictures")
          .select(["id", "title", "slug"])
          .where("id", "in", pictureIds)
          .execute(),
    reportIds.length === 0
      ? []
      : db
          .selectFrom("reports as r")
          .innerJoin("pictures as p", "p.id", "r.picture_id")
          .select(["r.id", "p.title", "p.slug"])
          .where("r.id", "in", reportIds)
          .execute(),
    memberIds.length === 0
      ? []
      : db.selectFrom("users").select(["id", "username"]).where("id", "in", memberIds).execute(),
    collectionIds.length === 0
      ? []
      : db
          .selectFrom("collections as c")
          .innerJoin("users as u", "u.id", "c.owner_id")
          .select(["c.id", "c.name", "u.username"])
          .where("c.id", "in", collectionIds)
          .execute(),
  ]);
  return new Map<string, AuditTarget>([
    ...[...pictures, ...reported].map(
      ({ id, title, slug }) => [id, { kind: "picture", title, slug }] as const,
    ),
    ...members.map(({ id, username }) => [id, { kind: "member", username }] as const),
    ...collections.map(
      ({ id, name, username }) => [id, { kind: "collection", name, owner: username }] as const,
    ),
  ]);
}

/**
 * The actions of admins, newest first: all of them, of one kind of thing, or of one thing. `next` is the cursor of
 * the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function auditLog(
  db: Kysely<Database>,
  { kind, target, cursor, limit }: AuditFilter,
): Promise<{ items: AuditEntry[]; next: string | null }> {
  let query = db
    .selectFrom("admin_audit as a")
    .leftJoin("users as u", "u.id", "a.admin_id")
    .select(["a.id", "a.action", "a.target_kind", "a.target_id", "a.reason", "a.created_at"])
    .select(["a.before", "a.after", "a.request_id", "a.admin_id", "u.name", "u.username"])
    .orderBy("a.id", "desc")
    .limit(limit + 1);
  if (kind !== undefined) query = query.where("a.target_kind", "=", kind);
  if (target !== undefined) query = query.where("a.target_id", "=", target);
  const after = decodeCursorOrRefuse(cursor, placeIn);
  if (after !== undefined) query = query.where("a.id", "<", after);
  const { page, last } = takePage(await query.execute(), limit);
  const targets = await targetsOf(db, page);
  return {
    items: page.map((row) => ({
      id: row.id,
      action: row.action,
      targetKind: row.target_kind,
      targetId: row.target_id,
      target: targets.get(row.target_id) ?? null,
      before: row.before as AuditEntry["before"],
      after: row.after as AuditEntry["after"],
      reason: row.reason,
      requestId: row.request_id,
      admin:
        row.name !== null && row.username !== null
          ? { name: row.name, username: row.username }
          : null,
      system: row.admin_id === null ? (row.request_id as AuditEntry["system"]) : null,
      createdAt: row.created_at.toISOString(),
    })),
    next: last === undefined ? null : String(last.id),
  };
}
