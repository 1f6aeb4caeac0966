import { randomInt } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database, Generations } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import { aspectSizes } from "#app/rules/aspects.ts";
import { castLimits, type CastQuality } from "#app/rules/cast-limits.ts";
import type { Params } from "#app/rules/engine-params.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import type { Services } from "#app/services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { CastInput } from "../inputs.ts";
import type { CastKit } from "../queries/kits.ts";
import type { KeptReference } from "../queries/references.ts";
import { freshProgress } from "../queries/progress.ts";
import type { AdmittedChoice } from "./engine-choice.ts";
import type { PlannedEdit } from "./source-edit.ts";

/** The engine fields stored with a cast. */
type Choice = Pick<AdmittedChoice, "model" | "fellBackFrom" | "version"> & {
  engine: { id: string };
  can: { label: string };
  params?: Params;
  priceFactor?: number;
};

/** Longer than a cast can wait or run; the sweeper ends casts before their holds. */
export const holdHours = 48;
/** A refusal that turns out to be outdated is retried. */
const tries = 3;

export type Source = { source_picture_id: string | null; source_upload_id: string | null };

/** A cast that has been checked and priced. */
export type Plan = {
  kind: "create" | "remix" | "upscale";
  input: CastInput & { quality: CastQuality };
  /** The text of each picture; null where all have the prompt itself. */
  texts: string[] | null;
  choice: Choice;
  /** Pixels, where they are not those of the aspect: of what is enlarged or edited. */
  size?: { width: number; height: number };
  /** What it changes of its source, where it does not redraw all of it. */
  edit?: PlannedEdit;
  source: Source;
  references?: readonly KeptReference[];
  kit: CastKit | null;
  cost: number;
  /** Digest of the request, for its idempotency key. */
  hash: string;
};

const columns = [
  "id",
  "user_id",
  "kind",
  "prompt",
  "texts",
  "each_once",
  "negative",
  "aspect",
  "quality",
  "count",
  "engine",
  "engine_label",
  "model",
  "seed",
  "width",
  "height",
  "source_picture_id",
  "source_upload_id",
  "edit",
  "mask_id",
  "strength",
  "is_public",
  "style_kit",
  "params",
  "referenced",
  "allow_fallback",
  "fell_back_from",
  "when_idle",
  "cost",
  "price_factor",
  "idempotency_key",
  "request_hash",
  "progress",
] as const satisfies (keyof Generations)[];

type Row = Pick<Insertable<Generations>, (typeof columns)[number]> & { id: string };

/** The row of a planned cast. */
export function rowOf(userId: string, key: string, plan: Plan): Row {
  const { input, choice, source, cost } = plan;
  return {
    id: uuidv7(),
    user_id: userId,
    kind: plan.kind,
    prompt: input.prompt,
    texts: plan.texts,
    each_once: plan.texts !== null && input.each === true,
    negative: input.negative || null,
    aspect: input.aspect,
    quality: input.quality,
    count: input.count,
    engine: choice.engine.id,
    engine_label: choice.can.label,
    model: choice.model,
    seed: input.seed ?? randomInt(2 ** 31),
    ...(plan.size ?? aspectSizes[input.aspect]),
    ...source,
    edit: plan.edit ? JSON.stringify(plan.edit.shape) : null,
    mask_id: plan.edit?.maskId ?? null,
    strength: input.source ? (input.strength ?? castLimits.strength.default) : null,
    is_public: input.isPublic,
    style_kit: plan.kit && JSON.stringify(plan.kit),
    params: JSON.stringify(choice.params ?? {}),
    referenced: JSON.stringify(plan.references ?? []),
    allow_fallback: input.fallback,
    fell_back_from: choice.fellBackFrom ?? null,
    when_idle: input.whenIdle,
    cost,
    price_factor: choice.priceFactor ?? 1,
    idempotency_key: key,
    request_hash: plan.hash,
    progress: JSON.stringify(freshProgress(input.count)),
  };
}

const first = 7;
const insertText = `
  with terms as materialized (
    select id from engines where id = $${first + columns.indexOf("engine")} and version = $6 and is_on for share),
  slot as materialized (
    select user_id from member_slots
    where user_id = $1 and waiting - grid_waiting < ${castLimits.waiting} and not is_stopped for no key update),
  allowed as materialized (
    select user_id from slot where $6::integer is null or exists (select from terms)),
  hold as materialized (
    select place_hold($2, user_id, $3, now() + make_interval(hours => $4), 'Cast', $5) as id from allowed),
  inserted as (
    insert into generations (hold_id, ${columns.join(", ")})
    select hold.id, ${columns.map((_, index) => `$${first + index}`).join(", ")}
    from hold where hold.id is not null returning user_id)
  update member_slots s set waiting = s.waiting + 1
  from inserted where s.user_id = inserted.user_id returning s.user_id`;

/**
 * Locks the member's slots (first, as in every transaction on their casts) and an admin's engine, which must still be as
 * it was when the cast was priced; sets the credits aside, inserts the
 * generation and counts it as waiting. One statement, which is a transaction of its own and changes nothing when it
 * refuses; prepared, because planning takes as long as executing it.
 */
async function insertCast(
  pool: Services["pool"],
  row: Row,
  version: number | null,
): Promise<boolean> {
  const hold = [row.user_id, uuidv7(), row.cost, holdHours, `cast:${row.id}`, version];
  const values = columns.map((name) => row[name]);
  const inserted = await pool.query({
    name: "enqueue-cast",
    text: insertText,
    values: [...hold, ...values],
  });
  return inserted.rowCount === 1;
}

/** The member's slots, made where they have none; `waiting` without pictures of grids. */
export async function slotOf(
  db: Kysely<Database>,
  userId: string,
): Promise<{ waiting: number; is_stopped: boolean }> {
  await db
    .insertInto("member_slots")
    .values({ user_id: userId, max_running: castLimits.running })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom("member_slots")
    .select((eb) => [eb("waiting", "-", eb.ref("grid_waiting")).as("waiting"), "is_stopped"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

export const changedEngine = () =>
  new AppError("conflict", {
    detail: t`This engine was changed just now: look at it and its price again`,
  });

/** Whether an engine of an admin's is still offered as it was when the cast was priced. */
async function isAsPlanned(db: Kysely<Database>, id: string, version: number): Promise<boolean> {
  const row = await db
    .selectFrom("engines")
    .select("id")
    .where("id", "=", id)
    .where("version", "=", version)
    .where("is_on", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Queues a cast and sets its credits aside. @returns its id
 * @throws AppError rate-limited, insufficient-credits, unauthenticated; conflict when its engine was changed since it was priced; a unique violation when the member's key was used before
 */
export async function enqueue(
  { db, pool }: Pick<Services, "db" | "pool">,
  userId: string,
  key: string,
  plan: Plan,
): Promise<string> {
  const row = rowOf(userId, key, plan);
  const version = plan.choice.version ?? null;
  for (let tried = 1; tried <= tries; tried += 1) {
    if (await insertCast(pool, row, version)) return row.id;
    // Refused, or the member's first cast, which has no slots row yet.
    const { waiting, is_stopped: isStopped } = await slotOf(db, userId);
    // The account was turned off after the request began.
    if (isStopped) throw new AppError("unauthenticated");
    if (version !== null && !(await isAsPlanned(db, row.engine, version))) {
      throw changedEngine();
    }
    const { current } = await balanceOf(db, userId);
    if (waiting >= castLimits.waiting) break;
    if (current < plan.cost) {
      throw new AppError("insufficient-credits", { extra: creditStatus(current, plan.cost) });
    }
  }
  throw new AppError("rate-limited", {
    detail: t`You have ${castLimits.waiting} casts waiting: let one finish first`,
    retryAfterSeconds: 10,
  });
}
