import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { castById } from "#app/features/generation/queries.ts";
import { aMember } from "../harness/factories.ts";
import { openCasting, type Casting } from "./casting.ts";
import { aQueuer, priceOf, wanted, type Queuer } from "./queue-model.ts";
import { stream } from "./random.ts";
import { expectWhole } from "./whole-casts.ts";

let casting: Casting;
beforeAll(async () => {
  casting = await openCasting();
});
afterAll(() => casting.close());

const credits = 20_000;
/** 1,000 and 50 for a full run. */
const changes = Number(process.env.CHAOS_QUEUE_CHANGES ?? 120);
const kills = Number(process.env.CHAOS_QUEUE_KILLS ?? 6);
/** Changes at the same time: as many tabs. */
const tabs = 3;

/** Every cast was drawn and paid for as it was last changed, once, and none is missing. */
async function expectAsWanted({ userId, casts }: Queuer): Promise<void> {
  const ended = await casting.recover(userId, [...casts.keys()]);
  expect(ended).toHaveLength(casts.size);
  for (const cast of ended) {
    const made = wanted(casts.get(cast.id) ?? { first: cast, changes: new Map() });
    const { prompt, count, quality, whenIdle } = cast;
    expect({ prompt, count, quality, whenIdle }).toEqual(made);
    expect(cast.cost).toBe(priceOf(made));
    const drawn = await casting.services.db
      .selectFrom("pictures")
      .select("prompt")
      .where("generation_id", "=", cast.id)
      .execute();
    for (const picture of drawn) expect(picture.prompt).toBe(made.prompt);
  }
  await expectWhole(casting.services, userId, ended, credits);
}

test("ST-05 random changes of the queue with kills of the worker: none lost, none double, the books exact", async () => {
  const seed = Number(process.env.CHAOS_SEED ?? 20_261_123);
  const next = stream(seed);
  const { services } = casting;
  const members = await Promise.all([1, 2, 3].map(() => aMember(services, { credits })));
  const queuers = members.map(({ id }) => aQueuer(services, id, next));
  const done = () => queuers.reduce((sum, { tally }) => sum + tally.changes, 0);
  for (let round = 1; round <= kills; round += 1) {
    for (const queuer of queuers) await queuer.fill();
    const child = await casting.aChild("work");
    const until = Math.ceil((round * changes) / kills);
    const changing = (async () => {
      while (done() < until) {
        await Promise.all(
          queuers.flatMap((queuer) => Array.from({ length: tabs }, () => queuer.change())),
        );
      }
    })();
    await sleep(next() * 500);
    child.kill();
    expect(await child.death, `seed ${seed}`).toBe("SIGKILL");
    await changing;
  }
  const sum = (key: "changes" | "accepted" | "conflicts") =>
    queuers.reduce((total, { tally }) => total + tally[key], 0);
  const total = queuers.reduce((count, { casts }) => count + casts.size, 0);
  process.stdout.write(
    `${sum("changes")} changes (${sum("accepted")} accepted, ${sum("conflicts")} too late), ${kills} kills, ${total} casts\n`,
  );
  expect(sum("accepted")).toBeGreaterThan(changes / 4);
  for (const queuer of queuers) await queuer.goOn();
  for (const queuer of queuers) await expectAsWanted(queuer);
});

test.each([
  ["before-queue-commit", { count: 1, cost: 1, version: 1, isPaused: false }],
  ["after-queue-commit", { count: 4, cost: 12, version: 2, isPaused: true }],
])(
  "ST-05 a server killed %s of a change leaves the cast and its credits changed completely or not at all",
  async (failpoint, after) => {
    const { services } = casting;
    const { id } = await aMember(services, { credits });
    const [castId] = await casting.castAll(id, [{ prompt: "plain lake", count: 1 }]);
    const child = await casting.aChild("serve", `${failpoint}:exit`);
    const to = { version: 1, count: 4, quality: "high" as const, isPaused: true };
    expect(await child.order({ change: { userId: id, id: castId, to } })).toBeNull();
    expect(await child.death).toBe("SIGKILL");
    expect(await castById(services.db, id, castId)).toMatchObject(after);
    await aQueuer(services, id, stream(1)).goOn();
    const ended = await casting.recover(id, [castId]);
    await expectWhole(services, id, ended, credits);
    expect(ended[0]).toMatchObject({ state: "done", delivered: after.count });
  },
);
