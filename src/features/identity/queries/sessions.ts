import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { logPrefix } from "#app/lib/client-ip.ts";
import { deviceLabel } from "#app/rules/device-label.ts";
import type { Services } from "#app/services.ts";

/** Days after its sign-in at which a session ends, however much it is used (docs/product.md 7.1). */
export const longestSessionDays = 90;

/** One of a member's sessions, as they may see it. */
export type OwnSession = {
  id: string;
  /** e.g. "Firefox on Windows". */
  device: string;
  /** The network it was opened from, /24 or /64; null when that is not known. */
  network: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The same, within a few minutes. */
  lastSeenAt: string;
  /** Whether it is the requesting session. */
  isCurrent: boolean;
};

const dayMs = 24 * 60 * 60 * 1000;

/** When a session that ends now by its age was opened. */
export function oldestSession(now = Date.now()): Date {
  return new Date(now - longestSessionDays * dayMs);
}

/** A member's active sessions, the current one first, then by last use. */
export async function ownSessions(
  db: Kysely<Database>,
  userId: string,
  token: string,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["s.id", "s.token", "s.ip_address", "s.user_agent", "s.created_at", "s.updated_at"])
    .where("s.user_id", "=", userId)
    .where("s.expires_at", ">", new Date())
    .where("s.created_at", ">", oldestSession())
    // Not those that wait for their second step.
    .where((eb) => eb.or([eb("s.factor_at", "is not", null), eb("u.two_factor_at", "is", null)]))
    .orderBy("s.updated_at", "desc")
    .orderBy("s.id", "desc")
    .limit(200)
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceLabel(row.user_agent),
    network: networkOf(row.ip_address),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.updated_at.toISOString(),
    isCurrent: row.token === token,
  }));
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

function networkOf(address: string | null): string | null {
  return address === null || address === "" || address === "unknown" ? null : logPrefix(address);
}

/** Seconds after a sign-in during which its session counts as new. */
const newSeconds = 60;

/** Whether the request's session was opened just now: whoever sent it has just signed in. */
export async function isNewSession(
  { accounts, db }: Pick<Services, "accounts" | "db">,
  headers: Headers,
): Promise<boolean> {
  const token = accounts.sessionToken(headers);
  if (token === null) return false;
  const { rows } = await sql`select from sessions where token = ${token}
    and created_at > now() - make_interval(secs => ${newSeconds}::int)`.execute(db);
  return rows.length > 0;
}
