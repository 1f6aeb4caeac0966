import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenInvariants } from "#app/db/invariants.ts";
import { balanceOf } from "#app/features/billing/queries.ts";
import type { GridRequest } from "#app/features/generation/inputs/grids.ts";
import { gridById } from "#app/features/generation/queries/grids.ts";
import { aMember } from "../harness/factories.ts";
import { openCasting, type Casting } from "./casting.ts";

let casting: Casting;
beforeAll(async () => {
  casting = await openCasting();
});
afterAll(() => casting.close());

const input: GridRequest = {
  cast: { prompt: "plain {red|blue|green} lake", quality: "standard" },
  columns: { by: "words", place: 0 },
  rows: { by: "seed", values: [1, 2, 3] },
  quoted: { pictures: 9, credits: 9 },
};

test("ST-05 a grid survives kills of the server that asks for it and of the workers that draw it: nothing lost, nothing double", async () => {
  const { services } = casting;
  const { id: userId } = await aMember(services, { credits: 60 });
  const actor = { role: "member", userId } as const;
  const order = { grid: { userId, key: "the-grid-of-the-test", input } };
  const grids = services.db.selectFrom("grids").select("id").where("user_id", "=", userId);

  const dies = await casting.aChild("serve", "during-grid:exit");
  expect(await dies.order(order)).toBeNull();
  expect(await dies.death).toBe("SIGKILL");
  expect(await grids.execute()).toEqual([]);
  expect(await balanceOf(services.db, userId)).toEqual({ current: 60, held: 0 });

  const serves = await casting.aChild("serve");
  const made = await serves.order(order);
  expect(await serves.order(order)).toMatchObject({ id: made?.id, replayed: true });
  serves.kill();
  for (const pauseMs of [60, 250]) {
    const worker = await casting.aChild("work");
    await sleep(pauseMs);
    worker.kill();
    expect(await worker.death).toBe("SIGKILL");
  }
  const grid = await gridById(services.db, actor, made?.id ?? "");
  const ids = grid?.casts.map(({ cast }) => cast.id) ?? [];
  const ended = await casting.recover(userId, ids);
  expect(ended.map(({ prompt, seed }) => `${prompt} ${seed}`)).toEqual(
    [1, 2, 3].flatMap((seed) => ["red", "blue", "green"].map((one) => `plain ${one} lake ${seed}`)),
  );
  const pictures = await services.db
    .selectFrom("pictures")
    .select(["generation_id", "prompt"])
    .where("owner_id", "=", userId)
    .execute();
  expect(pictures).toHaveLength(9);
  expect(new Set(pictures.map((picture) => picture.generation_id))).toEqual(new Set(ids));
  expect((await grids.execute()).map(({ id }) => id)).toEqual([made?.id]);
  expect(await balanceOf(services.db, userId)).toEqual({ current: 51, held: 0 });
  expect(await brokenInvariants(services.pool)).toEqual({});
});
