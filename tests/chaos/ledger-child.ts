/**
 * Some clients of the ledger in a process of their own, which the test kills. Every operation is determined by the
 * seed, the client and its number, and so are its keys: operations in flight at a kill are simply sent again.
 * Arguments: database address, seed, number of members, operations a client, then `client:first` for each client.
 * Prints one line of JSON for each operation that was answered.
 */
import { writeSync } from "node:fs";
import { openDb, openPool } from "#app/db/client.ts";
import {
  adjustCredits,
  expireHolds,
  grantCredits,
  settleHold,
  voidHold,
} from "#app/features/billing/commands.ts";
import { openLog } from "#app/lib/log.ts";
import { placeHold } from "../harness/hold.ts";
import { operation, type Answer, type Operation } from "./ledger-operations.ts";

const [url = "", seed = "0", members = "", total = "0", ...starts] = process.argv.slice(2);
const memberIds = members.split(",");
const pool = openPool(url, starts.length, openLog("silent"));
const db = openDb(pool);

async function close(holdId: string, amount: number | null): Promise<Answer> {
  try {
    return await db
      .transaction()
      .execute((tx) => (amount === null ? voidHold(tx, holdId) : settleHold(tx, holdId, amount)));
  } catch (error) {
    // There is no such hold, or it is smaller: both are reported and change nothing.
    if (error instanceof RangeError) return { state: "refused" };
    throw error;
  }
}

async function perform(op: Operation): Promise<Answer> {
  const { idempotencyKey, userId } = op;
  const credits = { userId, amount: op.amount, reason: "chaos", idempotencyKey };
  if (op.kind === "grant") {
    await grantCredits({ db }, credits);
    return { granted: op.amount };
  }
  if (op.kind === "take") {
    const taking = { ...credits, amount: -op.amount };
    const moved = await db.transaction().execute((tx) => adjustCredits(tx, taking));
    return { taken: Math.abs(moved) };
  }
  if (op.kind === "hold") {
    const expiresAt = new Date(Date.now() + (op.expires ? -1000 : 3_600_000));
    const placed = await db
      .transaction()
      .execute((tx) => placeHold(tx, { ...credits, holdId: op.holdId, expiresAt }));
    return { ok: placed.ok };
  }
  if (op.kind === "expire") {
    await expireHolds({ db });
    return { swept: true };
  }
  return close(op.holdId, op.kind === "settle" ? op.amount : null);
}

async function client(number: number, first: number): Promise<void> {
  for (let index = first; index < Number(total); index += 1) {
    const op = operation(Number(seed), memberIds, number, index);
    const answer = await perform(op);
    // Synchronous: an answer that was given has been heard.
    writeSync(1, `${JSON.stringify({ client: number, index, answer })}\n`);
  }
}

await Promise.all(
  starts.map((start) => {
    const [number, first] = start.split(":").map(Number);
    return client(number, first);
  }),
);
await pool.end();
