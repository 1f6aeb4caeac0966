import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#app/db/schema.ts";
import type { AdminAction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import type { NewPrompt } from "../inputs/prompts.ts";
import { audited } from "./audit.ts";

type Tx = Transaction<Database>;

/** Versions of a purpose are made one after the other. */
async function lockPurpose(tx: Tx, purpose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`prompts:${purpose}`}))`.execute(tx);
}

/** Activates one version in place of another. @returns the version that was active */
async function swap(tx: Tx, purpose: string, id: string): Promise<number | null> {
  const before = await tx
    .updateTable("prompts")
    .set({ is_active: false })
    .where("purpose", "=", purpose)
    .where("is_active", "=", true)
    .returning("version")
    .executeTakeFirst();
  await tx.updateTable("prompts").set({ is_active: true }).where("id", "=", id).execute();
  return before?.version ?? null;
}

/** Saves the next version of the instructions for a purpose and activates it. */
export async function savePrompt(
  { db }: Pick<Services, "db">,
  by: AdminAction,
  { purpose, body, note }: NewPrompt,
): Promise<{ id: string; version: number }> {
  return audited(db, by, async (tx) => {
    await lockPurpose(tx, purpose);
    const { latest } = await tx
      .selectFrom("prompts")
      .select((eb) => eb.fn.coalesce(eb.fn.max("version"), eb.lit(0)).as("latest"))
      .where("purpose", "=", purpose)
      .executeTakeFirstOrThrow();
    const id = uuidv7();
    const version = latest + 1;
    const row = { id, purpose, version, body, note, author_id: by.admin.userId };
    await tx.insertInto("prompts").values(row).execute();
    const before = await swap(tx, purpose, id);
    const target = { kind: "prompt" as const, id };
    const record = {
      action: "prompt.save",
      target,
      before: { version: before },
      after: { version },
      ...(note !== "" && { reason: note }),
    };
    return { result: { id, version }, records: [record] };
  });
}

/** Activates an earlier version again. @throws AppError not-found */
export async function applyPrompt(
  { db }: Pick<Services, "db">,
  by: AdminAction,
  id: string,
): Promise<{ version: number }> {
  return audited(db, by, async (tx) => {
    const find = () =>
      tx
        .selectFrom("prompts")
        .select(["purpose", "version", "is_active"])
        .where("id", "=", id)
        .executeTakeFirst();
    const named = await find();
    if (!named) throw new AppError("not-found");
    await lockPurpose(tx, named.purpose);
    const after = { version: named.version };
    if ((await find())?.is_active) return { result: after, records: [] };
    const before = await swap(tx, named.purpose, id);
    const target = { kind: "prompt" as const, id };
    const record = { action: "prompt.use", target, before: { version: before }, after };
    return { result: after, records: [record] };
  });
}
