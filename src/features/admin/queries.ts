import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";

export { creditFigures, trafficFigures } from "./queries/figures.ts";
export { members, type MemberRow } from "./queries/members.ts";
export {
  systemPulse,
  type IncidentPart,
  type ProcessChecks,
  type PulsePart,
} from "./queries/pulse.ts";

export type AuditEntry = {
  id: number;
  action: string;
  targetKind: string;
  targetId: string;
  reason: string | null;
  /** Null when the account is gone. */
  admin: { name: string; username: string } | null;
  createdAt: string;
};

/** The newest deeds of admins, of all of them or of one thing. */
export async function auditLog(
  db: Kysely<Database>,
  { limit, target }: { limit: number; target?: { kind: string; id: string } },
): Promise<AuditEntry[]> {
  let query = db
    .selectFrom("admin_audit as a")
    .leftJoin("users as u", "u.id", "a.admin_id")
    .select(["a.id", "a.action", "a.target_kind", "a.target_id", "a.reason", "a.created_at"])
    .select(["u.name", "u.username"])
    .orderBy("a.id", "desc")
    .limit(limit);
  if (target !== undefined) {
    query = query.where("a.target_kind", "=", target.kind).where("a.target_id", "=", target.id);
  }
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    reason: row.reason,
    admin:
      row.name !== null && row.username !== null
        ? { name: row.name, username: row.username }
        : null,
    createdAt: row.created_at.toISOString(),
  }));
}
