import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { aspectSizes, type Aspect } from "#app/rules/aspects.ts";
import type { CastQuality } from "#app/rules/cast-limits.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import { weightIn } from "#app/rules/prompt-weights.ts";
import type { Services } from "#app/services.ts";
import { voidHold } from "#app/features/billing/commands.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { QueueChange } from "../inputs.ts";
import { wishedEdit } from "../queries/masks.ts";
import { freshProgress } from "../queries/progress.ts";
import type { Generation } from "./close.ts";
import { chooseEngine } from "./engine-choice.ts";
import { holdHours } from "./enqueue.ts";
import { checkWeights, drawWords } from "./texts.ts";

/** Columns of a waiting cast after what is paid for was changed, and its price by them. */
export type Edited = Partial<
  Pick<
    Generation,
    | "prompt"
    | "texts"
    | "each_once"
    | "negative"
    | "aspect"
    | "quality"
    | "count"
    | "width"
    | "height"
    | "is_public"
    | "when_idle"
  >
> & { cost: number; progress?: string };

/** Fields that the pictures are made by. */
const repaints = ["prompt", "negative", "aspect", "quality", "count", "isPublic"] as const;

/** What the cast costs with these settings, by today's prices and the factor that it was cast with. */
function priceOf(
  { env }: Pick<Services, "env">,
  row: Pick<
    Generation,
    "kind" | "model" | "quality" | "aspect" | "count" | "when_idle" | "price_factor"
  >,
): number {
  return castCost({
    mode: row.kind === "create" ? "text-to-image" : "image-to-image",
    quality: row.quality as CastQuality,
    aspect: row.aspect as Aspect,
    model: row.model,
    count: row.count,
    imageToImageCredits: env.REMIX_CREDITS,
    priceFactor: row.price_factor,
    ...(row.when_idle && { idleFactor: env.IDLE_PRICE_FACTOR }),
  });
}

/** @throws AppError conflict for a cast that was begun, and for words of one that has none of its own */
function assertEditable(row: Generation, isRepainted: boolean): void {
  if (row.attempt > 0) {
    throw new AppError("conflict", {
      detail: t`This cast has begun to be drawn: its words, settings and price cannot be changed`,
    });
  }
  if (row.grid_id !== null) {
    throw new AppError("conflict", {
      detail: t`A picture of a grid keeps its words, settings and price`,
    });
  }
  if (row.kind === "upscale" && isRepainted) {
    throw new AppError("conflict", {
      detail: t`A picture that is made larger has no words or settings to change`,
    });
  }
}

/** The words after a change of prompt or number; texts are drawn anew then, by the cast's seed. */
async function wordsOf(
  services: Services,
  actor: Member,
  row: Generation,
  { prompt, count }: QueueChange,
): Promise<Pick<Edited, "prompt" | "texts" | "each_once">> {
  if (prompt === undefined && (count === undefined || row.texts === null)) return {};
  const { seed, engine, model } = row;
  const typed = prompt ?? row.prompt;
  const wish = { prompt: typed, count: count ?? row.count, seed, each: false };
  const words = await drawWords(services, actor, wish);
  if ([words.prompt, ...(words.texts ?? [])].some((text) => weightIn(text) !== null)) {
    const source = row.kind === "remix" ? { pictureId: row.id } : undefined;
    const { can } = await chooseEngine(services, { engine, model, source });
    checkWeights(can, words);
  }
  return { ...words, each_once: false };
}

/**
 * The checked and priced changes of words, settings and idle time; null where there are none.
 * @throws AppError conflict, invalid-request, unprocessable for words that are not allowed, unavailable
 */
export async function planEdit(
  services: Services,
  actor: Member,
  row: Generation,
  change: QueueChange,
): Promise<Edited | null> {
  const isRepainted = repaints.some((field) => change[field] !== undefined);
  const { whenIdle } = change;
  if (!isRepainted && whenIdle === undefined) return null;
  assertEditable(row, isRepainted);
  const { negative, quality, count, isPublic } = change;
  // An edit keeps the ratio of its source.
  const aspect = row.edit === null ? change.aspect : undefined;
  const words = await wordsOf(services, actor, row, change);
  if (quality !== undefined && quality !== row.quality) {
    // The member's own source stays: whether the engine can start from it is not asked again.
    const source = row.kind === "remix" ? { pictureId: row.id } : undefined;
    const { engine, model } = row;
    const edit = wishedEdit(row);
    await chooseEngine(services, { engine, model, quality, source, strength: undefined, edit });
  }
  const settings = {
    quality: quality ?? row.quality,
    aspect: aspect ?? (row.aspect as Aspect),
    count: count ?? row.count,
    when_idle: whenIdle ?? row.when_idle,
  };
  return {
    ...settings,
    ...(aspect !== undefined && aspectSizes[aspect]),
    ...(count !== undefined && { progress: JSON.stringify(freshProgress(count)) }),
    ...words,
    ...(negative !== undefined && { negative: negative || null }),
    ...(isPublic !== undefined && { is_public: isPublic }),
    cost: priceOf(services, { ...row, ...settings }),
  };
}

/**
 * Gives back what was set aside for a locked cast and sets its new price aside.
 * @returns the new hold
 * @throws AppError insufficient-credits, which undoes both with the caller's transaction
 */
export async function renewHold(
  tx: Transaction<Database>,
  row: Generation,
  cost: number,
): Promise<string> {
  await voidHold(tx, row.hold_id);
  const placed = await sql<{ id: string | null }>`
    select place_hold(${uuidv7()}, ${row.user_id}, ${cost}, now() + make_interval(hours => ${holdHours}), 'Cast',
      ${`cast:${row.id}:${row.version + 1}`}) as id`.execute(tx);
  const { id } = placed.rows[0];
  if (id !== null) return id;
  const { current } = await balanceOf(tx, row.user_id);
  throw new AppError("insufficient-credits", {
    detail: t`Changed like this it costs ${cost} credits, and you have ${current} for it`,
    extra: creditStatus(current, cost),
  });
}
