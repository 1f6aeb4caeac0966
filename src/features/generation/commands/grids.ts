import { createHash, randomInt } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import { announce } from "#app/db/announce.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError, isAppError } from "#app/lib/errors.ts";
import {
  gridCells,
  gridQuote,
  wordPlaces,
  type GridBase,
  type GridCell,
  type WordPlace,
} from "#app/rules/grid.ts";
import { listsIn } from "#app/rules/prompt-template.ts";
import type { Services } from "#app/services.ts";
import { announceEvents, announceProgress } from "#app/features/notifications/commands.ts";
import { isTaken, planCast, type PricedPlan } from "../commands.ts";
import type { CastInput } from "../inputs.ts";
import type { GridInput } from "../inputs/grids.ts";
import { listsByName } from "../queries/word-lists.ts";
import { gridByKey } from "../queries/grids.ts";
import { closeGeneration } from "./close.ts";
import { enqueueGrid } from "./enqueue-grid.ts";
import { orGone } from "./gone.ts";
import { sidesOf } from "./grid-sides.ts";

export type RequestedGrid = {
  id: string;
  pictures: number;
  cost: number;
  /** True when an earlier request with the same key made it. */
  replayed: boolean;
};

async function firstAnswer(
  services: Services,
  userId: string,
  key: string,
  hash: string,
): Promise<RequestedGrid | null> {
  const first = await gridByKey(services.db, userId, key);
  if (!first) return null;
  if (first.request_hash !== hash) throw new AppError("key-reused");
  const { id, pictures, cost } = first;
  return { id, pictures, cost, replayed: true };
}

type Cell = GridCell<GridBase & Omit<GridInput["cast"], keyof GridBase>>;

/** The plan of one picture; what is wrong with it is said with its place. */
async function planCell(services: Services, actor: Member, { column, row, settings }: Cell) {
  const { params } = settings;
  const input = {
    ...settings,
    count: 1,
    fallback: false,
    ...(params && { params: { ...params } }),
  } as CastInput;
  try {
    return await planCast(services, actor, input, "");
  } catch (error) {
    if (!isAppError(error) || error.code !== "invalid-request") throw error;
    const reason = error.info.detail ?? error.title;
    const detail = t`Column ${column + 1}, row ${row + 1}: ${reason}`;
    throw new AppError("invalid-request", { ...error.info, detail });
  }
}

async function cellsOf(
  services: Services,
  actor: Member,
  input: GridInput,
): Promise<{ cells: Cell[]; places: WordPlace[] }> {
  const { cast, columns, rows } = input;
  const lists =
    listsIn(cast.prompt).length === 0 ? new Map() : await listsByName(services.db, actor.userId);
  // One seed for all, so that they differ in what varies alone.
  const base = { ...cast, seed: cast.seed ?? randomInt(2 ** 31) };
  const made = gridCells(base, { columns, rows }, lists);
  if ("fault" in made) throw fieldError(made.fault.side, "grid", made.fault.message);
  return { cells: made.cells, places: wordPlaces(cast.prompt, lists) };
}

async function place(
  services: Services,
  actor: Member,
  input: GridInput,
  { key, hash }: { key: string; hash: string },
): Promise<RequestedGrid> {
  const { cells, places } = await cellsOf(services, actor, input);
  const plans: PricedPlan[] = [];
  for (const cell of cells) plans.push(await planCell(services, actor, cell));
  const { pictures, credits } = gridQuote(plans.map(({ price }) => price));
  const { quoted, isPublic, cast, columns, rows } = input;
  if (quoted.pictures !== pictures || quoted.credits !== credits) {
    throw new AppError("conflict", {
      detail: t`The price is another one now: ${pictures} pictures for ${credits} credits. Nothing was charged`,
      extra: { pictures, credits },
    });
  }
  const id = uuidv7();
  const ids = await enqueueGrid(
    services,
    {
      id,
      userId: actor.userId,
      key,
      hash,
      prompt: cast.prompt,
      sides: sidesOf({ columns, rows }, (at) => places[at].texts, cells, plans),
      settings: { cast, columns, ...(rows && { rows }) },
      isPublic,
      cost: credits,
    },
    plans,
  );
  announce(services.db, "cast_queued", "");
  announceProgress(services.db, actor.userId, ids[0]);
  announceEvents(services.db, actor.userId);
  return { id, pictures, cost: credits, replayed: false };
}

/**
 * Queues a grid, once per idempotency key: all of its pictures or none, at the price that the member was shown.
 * @throws AppError invalid-request; conflict with `pictures` and `credits` when the price is another one; as placeCast does
 */
export async function requestGrid(
  services: Services,
  actor: Member,
  input: GridInput,
  key: string,
): Promise<RequestedGrid> {
  const hash = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  const known = await firstAnswer(services, actor.userId, key, hash);
  if (known) return known;
  try {
    return await place(services, actor, input, { key, hash });
  } catch (error) {
    const mayBeReplay = isTaken(error) || isAppError(error);
    const first = mayBeReplay ? await firstAnswer(services, actor.userId, key, hash) : null;
    if (first) return first;
    throw orGone(error);
  }
}

/**
 * Cancels all open pictures of a grid of the member's own: those that wait at once, those that are drawn as soon as their
 * worker hears of it. What is not drawn is refunded.
 * @returns how many were open
 * @throws AppError not-found
 */
export async function cancelGrid(services: Services, actor: Member, id: string): Promise<number> {
  const open = await services.db.transaction().execute(async (tx) => {
    await sql`
      select from member_slots where user_id = ${actor.userId} for no key update`.execute(tx);
    const own = tx.selectFrom("grids").select("id").where("id", "=", id);
    const grid = await own.where("user_id", "=", actor.userId).executeTakeFirst();
    if (!grid) throw new AppError("not-found");
    const rows = await tx
      .selectFrom("generations")
      .selectAll()
      .where("grid_id", "=", id)
      .where("user_id", "=", actor.userId)
      .where("state", "in", [sql.lit("queued"), sql.lit("running")])
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    for (const row of rows) {
      if (row.state === "queued") {
        await closeGeneration(services, tx, row, { kind: "cancelled" });
        continue;
      }
      await tx
        .updateTable("generations")
        .set({ cancel_requested: true })
        .where("id", "=", row.id)
        .execute();
      await sql`select pg_notify('cast_cancelled', ${row.id})`.execute(tx);
    }
    return rows;
  });
  for (const row of open) announceProgress(services.db, actor.userId, row.id);
  return open.length;
}

/** Lets others see a grid of the member's own, or no more. @throws AppError not-found */
export async function shareGrid(
  { db }: Pick<Services, "db">,
  actor: Member,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const changed = await db
    .updateTable("grids")
    .set({ is_public: isPublic })
    .where("id", "=", id)
    .where("user_id", "=", actor.userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new AppError("not-found");
}

/**
 * Deletes a grid of the member's own and its casts from the log; its pictures and credits stay as they are.
 * @throws AppError not-found; conflict while a picture is open
 */
export async function deleteGrid(
  { db }: Pick<Services, "db">,
  actor: Member,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const own = tx.selectFrom("grids").select("id").where("id", "=", id);
    const grid = await own.where("user_id", "=", actor.userId).forUpdate().executeTakeFirst();
    if (!grid) throw new AppError("not-found");
    const open = await tx
      .selectFrom("generations")
      .select("id")
      .where("grid_id", "=", id)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (open) throw new AppError("conflict", { detail: t`Cancel the grid before you delete it` });
    await tx.deleteFrom("generations").where("grid_id", "=", id).execute();
    await tx.deleteFrom("grids").where("id", "=", id).execute();
  });
}
