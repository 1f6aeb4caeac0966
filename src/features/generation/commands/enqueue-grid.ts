import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import { creditStatus } from "#app/rules/credit-status.ts";
import { gridLimits } from "#app/rules/grid.ts";
import type { Services } from "#app/services.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { GridSettings, GridSides } from "../queries/grids.ts";
import { changedEngine, holdHours, rowOf, slotOf, type Plan } from "./enqueue.ts";

type Tx = Transaction<Database>;

export type NewGrid = {
  id: string;
  userId: string;
  key: string;
  hash: string;
  prompt: string;
  sides: GridSides;
  settings: GridSettings;
  isPublic: boolean;
  /** Credits for all pictures. */
  cost: number;
};

/** Locks the member's slots, as every transaction on their casts does first. @throws AppError unauthenticated, rate-limited */
async function takePlaces(tx: Tx, userId: string, pictures: number): Promise<void> {
  await slotOf(tx, userId);
  const slot = await tx
    .selectFrom("member_slots")
    .select(["grid_waiting", "is_stopped"])
    .where("user_id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // The account was turned off after the request began.
  if (slot.is_stopped) throw new AppError("unauthenticated");
  if (slot.grid_waiting + pictures > gridLimits.waiting) {
    const { waiting } = gridLimits;
    throw new AppError("rate-limited", {
      detail: t`At most ${waiting} pictures of grids can wait: let others be drawn first`,
      retryAfterSeconds: 30,
    });
  }
  await tx
    .updateTable("member_slots")
    .set((eb) => ({
      waiting: eb("waiting", "+", pictures),
      grid_waiting: eb("grid_waiting", "+", pictures),
    }))
    .where("user_id", "=", userId)
    .execute();
}

/** Locks the engines of admins, which must still be as they were when the pictures were priced. @throws AppError conflict */
async function holdEngines(tx: Tx, plans: readonly Plan[]): Promise<void> {
  const versions = new Map(
    plans.flatMap(({ choice }) =>
      choice.version === undefined ? [] : [[choice.engine.id, choice.version] as const],
    ),
  );
  for (const [id, version] of [...versions].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const row = await tx
      .selectFrom("engines")
      .select("id")
      .where("id", "=", id)
      .where("version", "=", version)
      .where("is_on", "=", true)
      .forShare()
      .executeTakeFirst();
    if (!row) throw changedEngine();
  }
}

/** @throws AppError insufficient-credits */
async function holdCredits(tx: Tx, grid: NewGrid, castId: string, cost: number): Promise<string> {
  const placed = await sql<{ id: string | null }>`
    select place_hold(${uuidv7()}, ${grid.userId}, ${cost}, now() + make_interval(hours => ${holdHours}), 'Cast',
      ${`cast:${castId}`}) as id`.execute(tx);
  const { id } = placed.rows[0];
  if (id !== null) return id;
  const { current } = await balanceOf(tx, grid.userId);
  throw new AppError("insufficient-credits", { extra: creditStatus(current, grid.cost) });
}

/**
 * Queues all pictures of a grid, each as a cast of its own, and sets their credits aside, in one transaction.
 * @param plans the pictures, row by row
 * @throws AppError rate-limited, insufficient-credits, unauthenticated, conflict; a unique violation when the key was used
 * before
 */
export async function enqueueGrid(
  { db, env }: Pick<Services, "db" | "env">,
  grid: NewGrid,
  plans: readonly Plan[],
): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await takePlaces(tx, grid.userId, plans.length);
    await holdEngines(tx, plans);
    const { current } = await balanceOf(tx, grid.userId);
    if (current < grid.cost) {
      throw new AppError("insufficient-credits", { extra: creditStatus(current, grid.cost) });
    }
    await tx
      .insertInto("grids")
      .values({
        id: grid.id,
        user_id: grid.userId,
        prompt: grid.prompt,
        axes: JSON.stringify(grid.sides),
        settings: JSON.stringify(grid.settings),
        pictures: plans.length,
        cost: grid.cost,
        is_public: grid.isPublic,
        idempotency_key: grid.key,
        request_hash: grid.hash,
      })
      .execute();
    const ids: string[] = [];
    for (const [cell, plan] of plans.entries()) {
      const row = rowOf(grid.userId, `grid:${grid.id}:${cell}`, plan);
      const holdId = await holdCredits(tx, grid, row.id, plan.cost);
      await tx
        .insertInto("generations")
        .values({ ...row, hold_id: holdId, grid_id: grid.id, grid_cell: cell })
        .execute();
      ids.push(row.id);
      if (cell === 0) failpoint(env, "during-grid");
    }
    return ids;
  });
}
