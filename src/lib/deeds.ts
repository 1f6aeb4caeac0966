import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "./actor.ts";

/** Which admin does something, and in which request. */
export type Deed = { admin: Member; requestId: string };

/** One line of the audit log. */
export type DeedRow = {
  /** What it is about and what was done, e.g. picture.reject. */
  action: string;
  target: { kind: "picture" | "report" | "member" | "message" | "rule" | "prompt"; id: string };
  before?: object;
  after?: object;
  reason?: string;
};

/**
 * Writes lines of the audit log in the transaction of the deed itself. The slice of admins owns the log; the slices
 * below it, whose things admins may change as well, are handed this.
 */
export type NoteDeed = (
  tx: Transaction<Database>,
  deed: Deed,
  rows: readonly DeedRow[],
) => Promise<void>;
