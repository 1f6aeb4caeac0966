import { sql } from "kysely";
import { forgetKept } from "#app/db/kept.ts";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AdminAction, Audited } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { brokenRule } from "#app/rules/prompt-screen.ts";
import type { Services } from "#app/services.ts";
import type { NewRule, RuleChanges } from "../inputs.ts";
import {
  keptPromptRules,
  promptRules,
  rulesChanged,
  type PromptRule,
} from "../queries/prompt-rules.ts";
import { allowedRules, noteRefusal } from "./prompt-refusals.ts";

/**
 * Lets a prompt pass, or says which rule it breaks and by which word, and keeps it for admins to look at. Admins pass
 * all rules but the fixed ones, and so does a prompt that an admin lets pass for this member.
 * @param field that the words are in
 * @throws AppError invalid-request on the field
 */
export async function screenPrompt(
  services: Pick<Services, "db" | "live" | "log">,
  actor: Member,
  prompt: string,
  field = "prompt",
): Promise<void> {
  const { log } = services;
  const rules = (await keptPromptRules(services)).filter(
    (rule) => rule.isEnabled && (rule.isFixed || actor.role !== "admin"),
  );
  if (brokenRule(prompt, rules) === null) return;
  const allowed = await allowedRules(services, actor, prompt);
  const broken = brokenRule(
    prompt,
    rules.filter((rule) => rule.isFixed || !allowed.has(rule.name)),
  );
  if (broken === null) return;
  const { rule, word } = broken;
  log.info({ userId: actor.userId, rule: rule.name }, "a prompt was refused");
  await noteRefusal(services, actor, { rule: rule.name, word, prompt });
  throw fieldError(
    field,
    `rule:${rule.name}`,
    rule.isFixed
      ? t`${rule.reason} The rule “${rule.name}” found “${word}”.`
      : t`${rule.reason} The rule “${rule.name}” found “${word}”. If it is wrong, an admin of this site can let it pass.`,
  );
}

/** Creates a rule, for admins, with an audit entry. @throws AppError conflict when the name is taken */
export async function makePromptRule(
  { db, live }: Pick<Services, "db" | "live">,
  rule: NewRule,
  by: AdminAction & { audited: Audited },
): Promise<PromptRule> {
  const result = await by.audited(db, by, async (tx) => {
    const made = await tx
      .insertInto("prompt_rules")
      .values(rule)
      .onConflict((conflict) => conflict.doNothing())
      .returning("name")
      .executeTakeFirst();
    if (!made) throw new AppError("conflict", { detail: t`There is a rule of this name` });
    const target = { kind: "rule" as const, id: rule.name };
    const result = { ...rule, isEnabled: true, isFixed: false };
    return { result, records: [{ action: "rule.create", target, after: rule }] };
  });
  forgetKept(live, rulesChanged);
  return result;
}

/**
 * Changes a rule, for admins, with an audit entry.
 * @throws AppError not-found; conflict when a fixed rule is to be switched off or emptied
 */
export async function changePromptRule(
  { db, live }: Pick<Services, "db" | "live">,
  name: string,
  { isEnabled, ...changes }: RuleChanges,
  by: AdminAction & { audited: Audited },
): Promise<PromptRule> {
  const result = await by.audited(db, by, async (tx) => {
    await tx
      .selectFrom("prompt_rules")
      .select("name")
      .where("name", "=", name)
      .forUpdate()
      .execute();
    const rule = (await promptRules(tx)).find((one) => one.name === name);
    if (!rule) throw new AppError("not-found");
    if (rule.isFixed && isEnabled === false) {
      throw new AppError("conflict", { detail: t`This rule cannot be switched off` });
    }
    const changed = { ...rule, ...changes, isEnabled: isEnabled ?? rule.isEnabled };
    await tx
      .updateTable("prompt_rules")
      .set({
        ...changes,
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
        updated_at: sql<Date>`now()`,
      })
      .where("name", "=", name)
      .execute();
    const target = { kind: "rule" as const, id: name };
    const record = { action: "rule.change", target, before: rule, after: changed };
    return { result: changed, records: [record] };
  });
  forgetKept(live, rulesChanged);
  return result;
}
