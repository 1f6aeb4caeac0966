import { createHash, randomInt } from "node:crypto";
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import { announce } from "#app/db/announce.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError, isAppError } from "#app/lib/errors.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import { castCost, type CastPrice } from "#app/rules/credit-costs.ts";
import { nearestAspect } from "#app/rules/nearest-aspect.ts";
import type { Services } from "#app/services.ts";
import { announceEvents, announceProgress } from "#app/features/notifications/commands.ts";
import { closeGeneration, lockGeneration } from "./commands/close.ts";
import { chooseOrFallBack, type EngineChoice } from "./commands/engine-choice.ts";
import { enqueue, type Plan, type Source } from "./commands/enqueue.ts";
import { orGone } from "./commands/gone.ts";
import { pictureToUse } from "./commands/picture-to-use.ts";
import { resolveReferences } from "./commands/references.ts";
import { screenPrompt } from "./commands/prompt-rules.ts";
import { checkWeights, drawWords } from "./commands/texts.ts";
import { resolveEdit } from "./commands/source-edit.ts";
import type { CastInput } from "./inputs.ts";
import { canCancel, canSeeCast, type CastState } from "./policy.ts";
import { castByKey, ownUpload } from "./queries.ts";
import { asCastKit, kitById, type StyleKit } from "./queries/kits.ts";

export { askHelper } from "./commands/prompt-help.ts";
export { restoreKit, takeDownKit, takeOverKit } from "./commands/kits.ts";
export { eraseCastOfPicture, eraseCasts, eraseKits } from "./commands/erase.ts";
export { eraseMasks, takeOverMask } from "./commands/masks.ts";
export { resumeCasts, stopCasts } from "./commands/stop.ts";
export { eraseWordLists, takeOverWordList } from "./commands/word-lists.ts";

export type RequestedCast = {
  id: string;
  cost: number;
  state: "queued";
  /** True when an earlier request with the same key made it. */
  replayed: boolean;
};

/** The parsed input has its keys in the schema's order, so equal requests have equal digests. */
function hashOf(input: CastInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

/** The result of an earlier request with this key, or null. @throws AppError key-reused for a different request */
async function firstAnswer(
  services: Services,
  userId: string,
  key: string,
  hash: string,
): Promise<RequestedCast | null> {
  const first = await castByKey(services.db, userId, key);
  if (!first) return null;
  if (first.request_hash !== hash) throw new AppError("key-reused");
  return { id: first.id, cost: first.cost, state: "queued", replayed: true };
}

type Size = { width: number; height: number };

/** A source that the actor may not use is treated as one that does not exist. */
async function resolveSource(
  services: Services,
  actor: Member,
  source: CastInput["source"],
): Promise<{ ids: Source; size: Size | null }> {
  const none: Source = { source_picture_id: null, source_upload_id: null };
  if (!source) return { ids: none, size: null };
  if ("pictureId" in source) {
    const picture = await pictureToUse(services, actor, source.pictureId, "source.pictureId");
    return { ids: { ...none, source_picture_id: picture.id }, size: picture };
  }
  const upload = await ownUpload(services.db, actor.userId, source.uploadId);
  if (!upload) throw fieldError("source.uploadId", "unknown", t`There is no such upload`);
  return { ids: { ...none, source_upload_id: upload.id }, size: upload };
}

async function resolveKit(
  services: Services,
  actor: Member,
  wished: string | undefined,
): Promise<StyleKit | null> {
  if (wished === undefined) return null;
  const kit = await kitById(services.db, actor, wished);
  if (kit === null) throw fieldError("styleKit", "unknown", t`There is no such style kit`);
  return kit;
}

/** The texts among a cast's parameters; choices are the engine's words. */
function textsOf({ can, params }: EngineChoice): [id: string, words: string][] {
  const texts = new Set(can.params.filter(({ kind }) => kind === "text").map(({ id }) => id));
  return Object.entries(params).flatMap(([id, value]): [string, string][] =>
    texts.has(id) && typeof value === "string" && value.trim() !== "" ? [[id, value]] : [],
  );
}

/** A plan with what its price is made of. */
export type PricedPlan = Plan & { choice: EngineChoice; price: CastPrice };

/**
 * Checks a cast, draws its texts and prices it; nothing is written.
 * @throws AppError invalid-request, unavailable
 */
export async function planCast(
  services: Services,
  actor: Member,
  input: CastInput,
  hash: string,
): Promise<PricedPlan> {
  const seed = input.seed ?? randomInt(2 ** 31);
  const { count, each = false } = input;
  const words = await drawWords(services, actor, { prompt: input.prompt, count, seed, each });
  const choice = await chooseOrFallBack(services, actor, input);
  checkWeights(choice.can, words);
  // Texts of parameters are words of the member too.
  for (const [id, own] of textsOf(choice)) {
    await screenPrompt(services, actor, own, `params.${id}`);
  }
  const kit = await resolveKit(services, actor, input.styleKit);
  const source = await resolveSource(services, actor, input.source);
  const { can } = choice;
  const use = { can, mode: input.source ? ("img2img" as const) : ("txt2img" as const) };
  const references = await resolveReferences(services, actor, input.references ?? [], kit, use);
  const edit = await resolveEdit(services, actor, input.edit, source.size);
  // The ratio of an edit is its source's: what is stored fits what is made.
  const aspect = edit ? nearestAspect(edit.size.width, edit.size.height) : input.aspect;
  const price: CastPrice = {
    mode: input.source ? "image-to-image" : "text-to-image",
    quality: choice.quality,
    aspect,
    model: choice.model,
    count: input.count,
    imageToImageCredits: services.env.REMIX_CREDITS,
    priceFactor: choice.priceFactor,
    ...(input.whenIdle && { idleFactor: services.env.IDLE_PRICE_FACTOR }),
  };
  return {
    kind: input.source ? "remix" : "create",
    input: { ...input, aspect, prompt: words.prompt, seed, quality: choice.quality },
    texts: words.texts,
    choice,
    ...(edit && { edit, size: edit.size }),
    source: source.ids,
    references,
    kit: kit && asCastKit(kit),
    price,
    cost: castCost(price),
    hash,
  };
}

/** Whether a key was used before. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/**
 * Queues a planned cast: one transaction counts it as waiting, sets the credits aside and inserts the generation; then
 * the workers are notified; without that they would find it within two seconds. The same key with the same hash returns
 * the first cast, also while the first request is running: the second hits the unique key and is rolled back.
 * @throws AppError as the plan does; insufficient-credits, key-reused, rate-limited; not-found when the source is
 * deleted meanwhile
 */
export async function placeCast(
  services: Services,
  actor: Member,
  { key, hash }: { key: string; hash: string },
  planned: () => Promise<Plan>,
): Promise<RequestedCast> {
  try {
    const plan = await planned();
    const id = await enqueue(services, actor.userId, key, plan);
    failpoint(services.env, "after-hold-commit");
    announce(services.db, "cast_queued", "");
    announceProgress(services.db, actor.userId, id);
    announceEvents(services.db, actor.userId);
    return { id, cost: plan.cost, state: "queued", replayed: false };
  } catch (error) {
    // The key may have been used: then its first result counts, even if credits, slots or the engine are gone by now.
    const mayBeReplay = isTaken(error) || isAppError(error);
    const first = mayBeReplay ? await firstAnswer(services, actor.userId, key, hash) : null;
    if (first) return first;
    throw orGone(error);
  }
}

/**
 * Queues a cast, once per idempotency key.
 * @throws AppError invalid-request, insufficient-credits, key-reused, rate-limited, unavailable
 */
export async function requestCast(
  services: Services,
  actor: Member,
  input: CastInput,
  idempotencyKey: string,
): Promise<RequestedCast> {
  const hash = hashOf(input);
  return placeCast(services, actor, { key: idempotencyKey, hash }, () =>
    planCast(services, actor, input, hash),
  );
}

/**
 * Cancels a cast: a waiting one at once, with a full refund; a running one as soon as its worker is notified,
 * with a refund of what is not delivered. A finished cast stays as it is.
 * @returns the resulting state
 * @throws AppError not-found, also for the cast of somebody else
 */
export async function cancelCast(
  services: Services,
  actor: Member,
  id: string,
): Promise<{ state: CastState }> {
  const result = await services.db.transaction().execute(async (tx) => {
    const row = await lockGeneration(tx, id);
    if (!row || !canSeeCast(actor, { userId: row.user_id })) throw new AppError("not-found");
    const state = row.state as CastState;
    if (!canCancel(state)) return state;
    let result = state;
    if (state === "queued") {
      result = await closeGeneration(services, tx, row, { kind: "cancelled" });
    } else {
      await tx
        .updateTable("generations")
        .set({ cancel_requested: true })
        .where("id", "=", id)
        .execute();
      await sql`select pg_notify('cast_cancelled', ${id})`.execute(tx);
    }
    failpoint(services.env, "before-cancel-commit");
    return result;
  });
  announceProgress(services.db, actor.userId, id);
  return { state: result };
}
