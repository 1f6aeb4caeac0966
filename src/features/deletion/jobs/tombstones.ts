import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "#app/services.ts";
import {
  forgetWaitingDeletion,
  lockAccountStates,
  postponeDeletion,
  turnOffForDeletion,
} from "#app/features/identity/commands.ts";
import { stopCasts } from "#app/features/generation/commands.ts";
import { deletionDueAt } from "#app/rules/deletion.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { tombstones, type Tombstone } from "../queries.ts";
import { erasePictureRows } from "../commands/tasks.ts";

/** Folder of the store. A restore replaces the database and leaves other files as they are: the list outlives it. */
const folder = "deletions/";

export const tombstoneSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(["account", "picture"]),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  requestedAt: z.iso.datetime(),
  removed: z.record(z.string(), z.int()),
});

/** Writes a deletion into the list outside the database; without anybody's id. */
export async function keepTombstone(
  { db, storage }: Pick<Services, "db" | "storage">,
  id: string,
): Promise<void> {
  const found = (await tombstones(db, id)).at(0);
  if (found === undefined) return;
  await storage.put(`${folder}${id}.json`, Buffer.from(JSON.stringify(found)));
}

/** The list outside the database. */
export async function storedTombstones({
  storage,
}: Pick<Services, "storage">): Promise<Tombstone[]> {
  const found: Tombstone[] = [];
  for await (const key of storage.list(folder)) {
    const file = await storage.get(key);
    if (file !== null) found.push(tombstoneSchema.parse(JSON.parse(file.bytes.toString("utf8"))));
  }
  return found;
}

/** The id in a table whose digest this is; null when the restored backup has no such row. */
async function targetOf(
  { db }: Pick<Services, "db">,
  { kind, digest }: Tombstone,
): Promise<string | null> {
  const table = kind === "account" ? "users" : "pictures";
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where sha256(convert_to(id::text, 'UTF8')) = decode(${digest}, 'hex')`.execute(db);
  return rows.at(0)?.id ?? null;
}

/** Writes down again what the restored backup does not know, or knew before it was over. */
async function keepReceipt({ db }: Pick<Services, "db">, tombstone: Tombstone): Promise<void> {
  await db.deleteFrom("deletions").where("id", "=", tombstone.id).execute();
  await db
    .insertInto("deletions")
    .values({
      ...rowOf(tombstone),
      state: "done",
      removed: JSON.stringify(tombstone.removed),
      finished_at: sql<Date>`now()`,
    })
    .execute();
}

const rowOf = ({ id, kind, digest, requestedAt }: Tombstone) => ({
  id,
  kind,
  target_digest: Buffer.from(digest, "hex"),
  asked_by: "restore",
  requested_at: new Date(requestedAt),
  due_at: new Date(),
});

/** Puts an account that came back off again, to be deleted at once. */
async function deleteAccountAgain(services: Services, tombstone: Tombstone, userId: string) {
  const row = rowOf(tombstone);
  await services.db.transaction().execute(async (given) => {
    const tx = given as AuditedTransaction;
    await lockAccountStates(tx);
    // It may have been on, or have waited under another date, when the backup was made.
    await tx
      .deleteFrom("deletions")
      .where((eb) => eb.or([eb("target_id", "=", userId), eb("id", "=", row.id)]))
      .execute();
    await forgetWaitingDeletion(tx, userId);
    await stopCasts(services, tx, userId);
    await turnOffForDeletion(tx, userId, { dueAt: row.due_at, key: row.id });
    await tx
      .insertInto("deletions")
      .values({ ...row, target_id: userId, state: "waiting" })
      .execute();
  });
}

async function deletePictureAgain(services: Services, tombstone: Tombstone, pictureId: string) {
  const row = rowOf(tombstone);
  await services.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("deletions").where("id", "=", row.id).execute();
    await tx
      .insertInto("deletions")
      .values({ ...row, state: "files" })
      .execute();
    await erasePictureRows(tx, row.id, [pictureId], null);
  });
}

/** Accounts that waited in the backup wait the whole time from now on: their members may have kept them meanwhile. */
async function waitAgain({ db }: Pick<Services, "db">): Promise<void> {
  const rows = await db
    .selectFrom("deletions")
    .select(["id", "target_id"])
    .where("kind", "=", "account")
    .where("state", "=", "waiting")
    .where("asked_by", "!=", "restore")
    .execute();
  const dueAt = deletionDueAt(new Date());
  for (const { id, target_id: userId } of rows) {
    if (userId === null) continue;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable("deletions").set({ due_at: dueAt }).where("id", "=", id).execute();
      await postponeDeletion(tx, userId, dueAt);
    });
  }
}

/**
 * Applies deletions again after a restore, which brought back what was deleted since the backup was made. `eraseDue`
 * does the rest.
 * @param known the list of before the restore
 * @returns how many accounts and pictures had come back
 */
export async function reapplyDeletions(
  services: Services,
  known: readonly Tombstone[],
): Promise<number> {
  let again = 0;
  for (const tombstone of new Map(known.map((each) => [each.id, each])).values()) {
    const targetId = await targetOf(services, tombstone);
    if (targetId === null) await keepReceipt(services, tombstone);
    else if (tombstone.kind === "account") {
      await deleteAccountAgain(services, tombstone, targetId);
      again += 1;
    } else {
      await deletePictureAgain(services, tombstone, targetId);
      again += 1;
    }
  }
  await waitAgain(services);
  return again;
}
