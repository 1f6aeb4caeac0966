import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { eraseFromAudit } from "#app/features/admin/commands.ts";
import { eraseFromLedger } from "#app/features/billing/commands.ts";
import { eraseMessages } from "#app/features/content/commands.ts";
import {
  eraseCasts,
  eraseKits,
  eraseMasks,
  eraseWordLists,
} from "#app/features/generation/commands.ts";
import {
  deleteMember,
  insertNameless,
  lockAccountStates,
  namesOf,
} from "#app/features/identity/commands.ts";
import { takenPortraitsOf } from "#app/features/moderation/queries.ts";
import { eraseNotifications } from "#app/features/notifications/commands.ts";
import { eraseFromPayments } from "#app/features/payments/commands.ts";
import { eraseUploads } from "#app/features/pictures/commands.ts";
import { eraseSearches } from "#app/features/search/commands.ts";
import { eraseActivity } from "#app/features/social/commands.ts";
import { addRemoved, addTasks, erasePictureRows } from "../commands/tasks.ts";
import { mailReceipt } from "../commands/mails.ts";

export type EraseServices = Services;
type Tx = Transaction<Database>;

/** Pictures and uploads that one transaction deletes. */
const atOnce = 50;
/** Shorter names are not searched for: they would match texts that do not name the member. */
const shortestName = 4;

/** From now on the deletion cannot be undone. @returns false when it was taken back or is another's by now */
async function begin(services: EraseServices, id: string, userId: string): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    await lockAccountStates(tx);
    const { numUpdatedRows } = await tx
      .updateTable("deletions")
      .set({ state: "erasing" })
      .where("id", "=", id)
      .where("target_id", "=", userId)
      .where("state", "in", ["waiting", "erasing"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** The steps before the last, each of which takes away a part and says whether there is more. */
const steps: readonly ((tx: Tx, id: string, userId: string) => Promise<boolean>)[] = [
  async function pictures(tx, id, userId) {
    const rows = await tx
      .selectFrom("pictures")
      .select("id")
      .where("owner_id", "=", userId)
      .orderBy("id")
      .limit(atOnce)
      .execute();
    const ids = rows.map((row) => row.id);
    return ids.length > 0 && (await erasePictureRows(tx, id, ids, userId)) > 0;
  },
  async function uploads(tx, id, userId) {
    const keys = await eraseUploads(tx, userId, atOnce);
    await addTasks(tx, id, "file", keys);
    await addRemoved(tx, id, { uploads: keys.length });
    return keys.length > 0;
  },
  async function casts(tx, id, userId) {
    const count = await eraseCasts(tx, userId);
    await addRemoved(tx, id, { casts: count });
    return count > 0;
  },
  // After the casts, which have them.
  async function masks(tx, id, userId) {
    const keys = await eraseMasks(tx, userId, atOnce);
    await addTasks(tx, id, "file", keys);
    return keys.length > 0;
  },
  async function activity(tx, id, userId) {
    const counts = await eraseActivity(tx, userId);
    await addRemoved(tx, id, counts);
    return counts.likes + counts.follows > 0;
  },
];

/** The last transaction: everything that is left, and the row itself. */
async function finish(services: EraseServices, tx: Tx, id: string, userId: string): Promise<void> {
  await lockAccountStates(tx);
  const taken = await takenPortraitsOf(tx, userId);
  const names = await namesOf(tx, userId, taken);
  if (names === null) return;
  const { email, username, name, files } = names;
  const words = [email, username, ...(name.length >= shortestName ? [name] : [])];
  const collections = await tx
    .selectFrom("collections")
    .select("id")
    .where("owner_id", "=", userId)
    .execute();
  const nameless = await insertNameless(tx, userId);
  const ledgerEntries = await eraseFromLedger(tx, userId, nameless);
  const paymentEvents = await eraseFromPayments(tx, userId, nameless, email);
  await addRemoved(tx, id, {
    collections: collections.length,
    ledgerEntries,
    paymentEvents,
    styleKits: await eraseKits(tx, userId),
    wordLists: await eraseWordLists(tx, userId),
    notifications: await eraseNotifications(tx, userId, words),
    messages: await eraseMessages(tx, userId, email),
    mails: await services.jobs.forget(tx, [email, userId]),
    auditEntries: await eraseFromAudit(tx, {
      member: { id: userId, nameless, names: words },
      targets: collections.map((row) => row.id),
    }),
  });
  await eraseSearches(tx, words);
  await addTasks(tx, id, "file", files);
  // No number of the receipt may lead to the row that the books keep.
  await sql`update deletions set state = 'files', target_id = null where id = ${id}`.execute(tx);
  await deleteMember(tx, userId, names);
  await mailReceipt(services, tx, { to: email, key: id });
}

/**
 * Deletes an account for good: its rows, in steps that each commit; what a crash leaves the next call goes on with. The
 * files come after it (decision 120).
 */
export async function eraseAccount(
  services: EraseServices,
  { id, userId }: { id: string; userId: string },
  signal?: AbortSignal,
): Promise<void> {
  const { db, env, mail } = services;
  if (!(await begin(services, id, userId))) return;
  for (const step of steps) {
    let isMore = true;
    while (isMore) {
      signal?.throwIfAborted();
      failpoint(env, "during-erasure");
      isMore = await db.transaction().execute((tx) => step(tx, id, userId));
    }
  }
  signal?.throwIfAborted();
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (row !== undefined) {
    const mails = await mail.forget(row.email);
    if (mails > 0) await db.transaction().execute((tx) => addRemoved(tx, id, { mails }));
  }
  failpoint(env, "during-erasure");
  await db.transaction().execute((tx) => finish(services, tx, id, userId));
}
