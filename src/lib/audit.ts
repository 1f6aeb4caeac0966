import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "./actor.ts";

/** Which admin acts, and in which request. */
export type AdminAction = { admin: Member; requestId: string };

/** What the operator does at the command line, and what the program does by itself when a time has come. */
export type SystemAction = { system: "operator" | "upkeep" };

/** Who acts. */
export type AuditedBy = AdminAction | SystemAction;

/** One entry of the audit log. */
export type AuditRecord = {
  /** Target and action, e.g. picture.reject. */
  action: string;
  target: {
    kind:
      | "picture"
      | "report"
      | "member"
      | "message"
      | "rule"
      | "prompt"
      | "backup"
      | "payment-event"
      | "grant-code"
      | "payment"
      | "collection"
      | "search-rule"
      | "engine"
      | "model";
    id: string;
  };
  before?: object;
  after?: object;
  reason?: string;
};

declare const brand: unique symbol;

/**
 * A transaction that writes its audit entries before it commits. Only `Audited` creates one: a command that takes one
 * cannot be called without an audit entry.
 */
export type AuditedTransaction = Transaction<Database> & { readonly [brand]: "audited" };

/**
 * Runs an admin action in a transaction and writes its audit entries in the same one. The slice admin owns the
 * log and this function; lower slices, whose data admins may change, receive it.
 * @param work returns its entries; none where nothing changed: whatever it did write then is rolled back, so that no
 *   change goes without an entry
 */
export type Audited = <T>(
  db: Kysely<Database>,
  by: AuditedBy,
  work: (tx: AuditedTransaction) => Promise<{ result: T; records: readonly AuditRecord[] }>,
) => Promise<T>;
