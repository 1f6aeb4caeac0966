import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { castById } from "#app/features/generation/queries.ts";
import { aMember } from "../harness/factories.ts";
import { credits, mixture, openCasting, type Casting } from "./casting.ts";
import { stream } from "./random.ts";
import { expectWhole } from "./whole-casts.ts";

let casting: Casting;
beforeAll(async () => {
  casting = await openCasting();
});
afterAll(() => casting.close());

test("ST-05 a server killed after queueing a cast: a retry with the same key yields the same cast", async () => {
  const { id } = await aMember(casting.services, { credits });
  const key = uuidv7();
  const cast = { prompt: "plain lake", count: 3 };
  const child = await casting.aChild("serve", "after-hold-commit:exit");
  expect(await child.order({ cast: { userId: id, key, ...cast } })).toBeNull();
  expect(await child.death).toBe("SIGKILL");
  const input = castInput.parse({ quality: "standard", ...cast });
  const again = await requestCast(casting.services, { role: "member", userId: id }, input, key);
  expect(again.replayed).toBe(true);
  const casts = await casting.recover(id, [again.id]);
  await expectWhole(casting.services, id, casts, credits);
  expect(casts[0].delivered).toBe(3);
});

test("ST-05 a server killed while cancelling: the cast is cancelled completely or not at all", async () => {
  const { id } = await aMember(casting.services, { credits });
  const ids = await casting.castAll(id, mixture);
  const child = await casting.aChild("serve", "before-cancel-commit:exit");
  expect(await child.order({ cancel: { userId: id, id: ids[0] } })).toBeNull();
  expect(await child.death).toBe("SIGKILL");
  expect(await castById(casting.services.db, id, ids[0])).toMatchObject({ state: "queued" });
  const healthy = await casting.aChild("serve");
  expect(await healthy.order({ cancel: { userId: id, id: ids[0] } })).toEqual({
    state: "cancelled",
  });
  healthy.kill();
  const casts = await casting.recover(id, ids);
  await expectWhole(casting.services, id, casts, credits);
  expect(casts.map((cast) => cast.state)).toEqual(["cancelled", "done", "failed", "done"]);
});

test("ST-05 twenty kills of the worker at random moments lose nothing and charge nothing twice", async () => {
  const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);
  const next = stream(seed);
  const members = await Promise.all([1, 2, 3].map(() => aMember(casting.services, { credits })));
  const ids = new Map<string, string[]>();
  for (let round = 0; round < 20; round += 1) {
    const { id } = members[round % members.length];
    const wanted = mixture[round % mixture.length];
    ids.set(id, [...(ids.get(id) ?? []), ...(await casting.castAll(id, [wanted]))]);
    const child = await casting.aChild("work");
    await sleep(next() * 700);
    child.kill();
    expect(await child.death, `seed ${seed}`).toBe("SIGKILL");
  }
  for (const { id } of members) {
    await expectWhole(casting.services, id, await casting.recover(id, ids.get(id) ?? []), credits);
  }
});
