import type { Services } from "#app/services.ts";
import type { Ending, Generation } from "../commands/close.ts";
import { otherEngine } from "../commands/engine-choice.ts";
import type { CastInput } from "../inputs.ts";

/** Ends that lie with the engine, not with what was asked of it. */
const engineDown = new Set(["provider-down", "overloaded", "rate-limited", "auth", "quota"]);

/**
 * Hands a failed cast to another engine, once, where the member allowed it and the engine could not be reached.
 * The row that is given changes along. @returns whether there was one
 */
export async function fallBack(
  services: Services,
  row: Generation,
  ending: Extract<Ending, { kind: "failed" }>,
): Promise<boolean> {
  if (!row.allow_fallback || row.fell_back_from !== null || !engineDown.has(ending.failKind)) {
    return false;
  }
  const wish = { quality: row.quality as CastInput["quality"] };
  const source = row.kind === "remix" ? { pictureId: row.id } : undefined;
  const other = await otherEngine(services, { ...wish, source, strength: undefined }, row.engine);
  if (other === null) return false;
  const change = {
    engine: other.engine.id,
    engine_label: other.can.label,
    model: other.model,
    fell_back_from: row.engine_label,
    resume_token: null,
  };
  const moved = await services.db
    .updateTable("generations")
    .set(change)
    .where("id", "=", row.id)
    .where("attempt", "=", row.attempt)
    .where("state", "=", "running")
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  Object.assign(row, change);
  return true;
}
