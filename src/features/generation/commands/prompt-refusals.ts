import { createHash } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AdminAction, Audited } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";

type Db = Pick<Services, "db">;

/** How long refused prompts are kept, and how many of one member. */
const keptDays = 30;
const keptOfMember = 50;

const digestOf = (prompt: string) => createHash("sha256").update(prompt).digest("hex");

/** Rules from which an admin exempted this prompt of this member. */
export async function allowedRules(
  { db }: Db,
  { userId }: Member,
  prompt: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("prompt_refusals")
    .select("rule")
    .where("user_id", "=", userId)
    .where("digest", "=", digestOf(prompt))
    .where("allowed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ rule }) => rule));
}

/**
 * Keeps a refused prompt for admins to look at; the same words of the same member are one row. The newest 50 of a
 * member are kept, beside those that may pass.
 */
export async function noteRefusal(
  { db }: Db,
  { userId }: Member,
  refused: { rule: string; word: string; prompt: string },
): Promise<void> {
  await db
    .insertInto("prompt_refusals")
    .values({ id: uuidv7(), user_id: userId, ...refused, digest: digestOf(refused.prompt) })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "rule", "digest"]).doUpdateSet((eb) => ({
        times: eb("prompt_refusals.times", "+", 1),
        refused_at: sql<Date>`now()`,
      })),
    )
    .execute();
  await db
    .deleteFrom("prompt_refusals")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("prompt_refusals")
        .select("id")
        .where("user_id", "=", userId)
        .where("allowed_at", "is", null)
        .orderBy("refused_at", "desc")
        .orderBy("id", "desc")
        .offset(keptOfMember),
    )
    .execute();
}

/**
 * Exempts a refused prompt of a member from its rule, or ends that, and audits it.
 * @throws AppError not-found; conflict for a fixed rule, which nobody passes
 */
export async function decideOnRefusal(
  { db }: Db,
  id: string,
  allowed: boolean,
  by: AdminAction & { audited: Audited },
): Promise<void> {
  await by.audited(db, by, async (tx) => {
    const row = await tx
      .selectFrom("prompt_refusals as r")
      .innerJoin("prompt_rules as p", "p.name", "r.rule")
      .select(["r.rule", "r.user_id", "r.prompt", "r.allowed_at", "p.is_fixed"])
      .where("r.id", "=", id)
      .forUpdate("r")
      .executeTakeFirst();
    if (!row) throw new AppError("not-found");
    if (allowed && row.is_fixed) {
      throw new AppError("conflict", { detail: t`Nobody passes this rule` });
    }
    if ((row.allowed_at !== null) === allowed) return { result: undefined, records: [] };
    await tx
      .updateTable("prompt_refusals")
      .set({ allowed_at: allowed ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .execute();
    const target = { kind: "rule" as const, id: row.rule };
    const after = { member: row.user_id, prompt: row.prompt };
    const record = { action: allowed ? "rule.allow" : "rule.forbid", target, after };
    return { result: undefined, records: [record] };
  });
}

/** Deletes refused prompts that are older than 30 days; exempted ones stay. */
export async function pruneRefusals({ db }: Db): Promise<void> {
  await db
    .deleteFrom("prompt_refusals")
    .where("allowed_at", "is", null)
    .where("refused_at", "<", sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
}
