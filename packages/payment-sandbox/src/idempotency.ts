import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { ApiError } from "./errors.ts";
import type { Tx } from "./store.ts";

/** A request whose process died is not in progress for longer than this. */
const inProgressSeconds = 60;
const keptHours = 24;

/** An answer that was given, to be given again. */
export type Answer = { status: number; body: object; requestId: string };

type Row = {
  endpoint: string;
  body_hash: string;
  request_id: string;
  status: number | null;
  answer: object | null;
};

export type Keyed = { key: string; endpoint: string; body: string; requestId: string };

const hashOf = (body: string) => createHash("sha256").update(body).digest("hex");

const conflict = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: "idempotency_error", code, message }, true);

/**
 * Claims a key for a request.
 * @returns the answer that was given to it before; null when this is the first request with the key
 * @throws ApiError when the key was used for something else, or its first request is still running
 */
export async function claimKey(pool: Pool, keyed: Keyed): Promise<Answer | null> {
  const { key, endpoint, body, requestId } = keyed;
  const hash = hashOf(body);
  const claimed = await pool.query(
    `insert into payment_sandbox.idempotency_keys as kept (key, endpoint, body_hash, request_id)
     values ($1, $2, $3, $4)
     on conflict (key) do update set
       endpoint = excluded.endpoint, body_hash = excluded.body_hash, request_id = excluded.request_id,
       status = null, answer = null, created_at = now()
     where (kept.status is null and kept.created_at < now() - make_interval(secs => ${inProgressSeconds}))
       or kept.created_at < now() - make_interval(hours => ${keptHours})
     returning key`,
    [key, endpoint, hash, requestId],
  );
  if (claimed.rowCount === 1) return null;
  const { rows } = await pool.query<Row>(
    "select endpoint, body_hash, request_id, status, answer from payment_sandbox.idempotency_keys where key = $1",
    [key],
  );
  const kept = rows.at(0);
  if (
    kept === undefined ||
    (kept.endpoint === endpoint && kept.body_hash === hash && !kept.status)
  ) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
    throw conflict(409, message, "idempotency_key_in_use");
  }
  if (kept.endpoint !== endpoint) {
    const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${kept.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`;
    throw conflict(400, message);
  }
  if (kept.body_hash !== hash) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw conflict(400, message);
  }
  return { status: kept.status as number, body: kept.answer as object, requestId: kept.request_id };
}

/** Keeps the answer of a request for its key; within the change itself, so that both are kept or neither. */
export async function keepAnswer(
  client: Tx["client"],
  key: string,
  { status, body }: Pick<Answer, "status" | "body">,
): Promise<void> {
  await client.query(
    "update payment_sandbox.idempotency_keys set status = $2, answer = $3 where key = $1",
    [key, status, JSON.stringify(body)],
  );
}

/** Gives a key back: its request was refused before anything was done. */
export async function releaseKey(pool: Pool, key: string): Promise<void> {
  await pool.query(
    "delete from payment_sandbox.idempotency_keys where key = $1 and status is null",
    [key],
  );
}
