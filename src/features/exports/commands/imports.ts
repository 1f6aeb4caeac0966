import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import type { NewImport } from "../inputs.ts";
import { chunkBytes, chunkKey } from "../queries/chunked-file.ts";
import { importFolder } from "../queries/plan.ts";

/**
 * Begins an import: the member sends the archive in chunks then. Naming the archive that is being sent continues it.
 * @throws AppError conflict while another archive is sent or taken over
 */
export async function beginImport(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  { size, formerName }: NewImport,
): Promise<{ id: string; received: number; chunk: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`imports:${userId}`}, 0))`.execute(
      tx,
    );
    const open = await tx
      .selectFrom("imports")
      .select(["id", "state", "size", "received", "chunk"])
      .where("user_id", "=", userId)
      .where("state", "in", ["uploading", "queued", "running"])
      .executeTakeFirst();
    if (open?.state === "uploading" && open.size === size) {
      await tx
        .updateTable("imports")
        .set({ former_name: formerName ?? null, seen_at: sql<Date>`now()` })
        .where("id", "=", open.id)
        .execute();
      return { id: open.id, received: open.received, chunk: open.chunk };
    }
    if (open) {
      throw new AppError("conflict", {
        detail: t`Another archive of yours is being brought in. Wait for it or cancel it`,
      });
    }
    const id = uuidv7();
    await tx
      .insertInto("imports")
      .values({ id, user_id: userId, size, chunk: chunkBytes, former_name: formerName ?? null })
      .execute();
    return { id, received: 0, chunk: chunkBytes };
  });
}

type Part = { id: string; from: number };

/**
 * The part of an archive that a member is to send next, or may send again.
 * @param from the offset of the part in the archive
 * @returns its length, its number, and the bytes of the archive that have arrived and of the whole
 * @throws AppError not-found; conflict for a part that is not the next one
 */
export async function expectedPart(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  { id, from }: Part,
): Promise<{ length: number; number: number; received: number; size: number }> {
  const row = await db
    .selectFrom("imports")
    .select(["size", "received", "chunk", "state"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found");
  const { size, received, chunk, state } = row;
  if (state !== "uploading" || from > received || from % chunk !== 0 || from >= size) {
    throw new AppError("conflict", {
      detail: t`This is not the next part of the archive`,
      extra: { received },
    });
  }
  return { length: Math.min(chunk, size - from), number: from / chunk, received, size };
}

/**
 * Takes the next chunk of an archive; one that was taken already is taken again. The last one starts the import.
 * @throws AppError not-found; conflict for a chunk that is not the next one; invalid-request for one of a wrong length
 */
export async function receiveChunk(
  { db, jobs, storage }: Pick<Services, "db" | "jobs" | "storage">,
  member: Member,
  part: Part,
  bytes: Uint8Array,
): Promise<{ received: number }> {
  const { id, from } = part;
  const { length, number, received, size } = await expectedPart({ db }, member, part);
  if (bytes.length !== length) {
    throw new AppError("invalid-request", { detail: t`This part has another length` });
  }
  await storage.put(chunkKey(importFolder(id), number), bytes);
  const now = Math.max(received, from + bytes.length);
  return db.transaction().execute(async (tx) => {
    const isWhole = now === size;
    const updated = await tx
      .updateTable("imports")
      .set({ received: now, seen_at: sql<Date>`now()`, ...(isWhole && { state: "queued" }) })
      .where("id", "=", id)
      .where("state", "=", "uploading")
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) throw new AppError("conflict");
    if (isWhole) await jobs.enqueue(tx, "import", { id });
    return { received: now };
  });
}

/**
 * Cancels an import of the member's. What was taken over already stays.
 * @throws AppError not-found, also for somebody else's
 */
export async function cancelImport(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const cancelled = await db
    .updateTable("imports")
    .set({ state: "cancelled", finished_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "in", ["uploading", "queued", "running"])
    .executeTakeFirst();
  if (cancelled.numUpdatedRows === 0n) throw new AppError("not-found");
}

/**
 * The row of an import that the operator runs at the command line, already at work.
 * @throws AppError conflict while another archive is taken over for the member
 */
export async function beginOperatorImport(
  { db }: Pick<Services, "db">,
  userId: string,
  { size, run }: { size: number; run: string },
): Promise<{ id: string }> {
  const id = uuidv7();
  const made = await db
    .insertInto("imports")
    .values({
      id,
      user_id: userId,
      size,
      chunk: chunkBytes,
      state: "running",
      run,
      by_operator: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) {
    throw new AppError("conflict", {
      detail: t`Another archive of this member is being brought in`,
    });
  }
  return { id };
}

/** Ends such an import: nothing is left of its row. */
export async function forgetImport({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await db.deleteFrom("imports").where("id", "=", id).execute();
}
