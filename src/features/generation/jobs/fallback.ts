import { fittingBoard } from "#app/rules/references.ts";
import type { Services } from "#app/services.ts";
import { announce } from "#app/db/announce.ts";
import { announceProgress } from "#app/features/notifications/commands.ts";
import type { Ending, Generation } from "../commands/close.ts";
import { type AdmittedChoice, type Caster, otherEngine } from "../commands/engine-choice.ts";
import { requeueGeneration } from "../commands/requeue.ts";
import type { CastInput } from "../inputs.ts";
import { paramsOf } from "../queries/cast.ts";
import { wishedEdit } from "../queries/masks.ts";
import { type KeptReference, referencesOf } from "../queries/references.ts";
import { fenced } from "./finish.ts";

/** Failures of the engine, not of the request. */
const engineDown = new Set(["provider-down", "overloaded", "rate-limited", "auth", "quota"]);

async function casterOf(db: Services["db"], userId: string): Promise<Caster> {
  const { role } = await db
    .selectFrom("users")
    .select("role")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { userId, role: role as Caster["role"] };
}

/** The references of a cast, without those of a mood board that another engine does not take. */
function referencesFor({ can }: Pick<AdmittedChoice, "can">, row: Generation): KeptReference[] {
  const all = referencesOf(row);
  const named = all.filter(({ fromKit }) => !fromKit);
  const board = all.filter(({ fromKit }) => fromKit);
  const mode = row.kind === "remix" ? "img2img" : "txt2img";
  return [...named, ...fittingBoard(can.references, named, board, mode).used];
}

/** Whether another engine may take the place of the one that was chosen: once, where the member allowed it. */
export function mayFallBack({ engines }: Pick<Services, "engines">, row: Generation): boolean {
  return row.allow_fallback && row.fell_back_from === null && engines.size > 1;
}

/**
 * Puts a failed cast back into the queue for another engine, once, where the member allowed it and the engine could
 * not be reached. Where the first may have been paid for, the other must be one that costs nothing.
 * @param mayHaveBilled whether a request that may cost money was left without an answer
 * @returns whether there was another engine: then the cast is no longer this attempt's
 */
export async function fallBack(
  services: Services,
  row: Generation,
  ending: Extract<Ending, { kind: "failed" }>,
  mayHaveBilled: boolean,
): Promise<boolean> {
  if (!mayFallBack(services, row) || !engineDown.has(ending.failKind)) return false;
  const wish = { quality: row.quality as CastInput["quality"], params: { ...paramsOf(row) } };
  const source = row.kind === "remix" ? { pictureId: row.id } : undefined;
  // Only an engine that takes all that the cast named; of a mood board what the other takes is left.
  const references = referencesOf(row).flatMap(({ fromKit, role, weight }) =>
    fromKit ? [] : [{ pictureId: row.id, role, ...(weight !== undefined && { weight }) }],
  );
  const wished = { ...wish, source, strength: undefined, edit: wishedEdit(row), references };
  const caster = await casterOf(services.db, row.user_id);
  const other = await otherEngine(services, caster, wished, row.engine, {
    freeOnly: mayHaveBilled,
  });
  if (other === null) return false;
  const moved = await fenced(services, row, async (tx, current) => {
    await requeueGeneration(tx, current, false);
    await tx
      .updateTable("generations")
      .set({
        engine: other.engine.id,
        engine_label: other.can.label,
        model: other.model,
        params: JSON.stringify(other.params),
        referenced: JSON.stringify(referencesFor(other, row)),
        fell_back_from: row.engine_label,
        resume_token: null,
        asked: [],
      })
      .where("id", "=", row.id)
      .execute();
  });
  if (!moved) return false;
  announce(services.db, "cast_queued", "");
  announceProgress(services.db, row.user_id, row.id);
  return true;
}
