import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createInterface } from "node:readline";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import type { Failpoint } from "#app/rules/failpoints.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember } from "../harness/factories.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServices } from "../harness/services.ts";
import { chaosScripts } from "./cast-scripts.ts";
import { expectWhole } from "./whole-casts.ts";
import type { Order } from "./worker-child.ts";

const childFile = new URL("./worker-child.ts", import.meta.url).pathname;
const leaseSeconds = "1";
const credits = 60;

let services: OpenServices;
beforeAll(async () => {
  const engine = quickEngine(chaosScripts);
  services = await testServices({
    engines: new Map([[engine.id, engine]]),
    env: { LEASE_SECONDS: leaseSeconds, WORKER_CONCURRENCY: "4" },
  });
});
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await services.close();
});

type Child = {
  /** Sends a command. @returns the process's reply, or null when it died */
  order(order: Order): Promise<{ id?: string } | null>;
  kill(): void;
  /** Waits for the end. @returns the signal that ended it */
  death: Promise<string | null>;
};

async function aChild(mode: "work" | "serve", failpoint?: string): Promise<Child> {
  const { DATABASE_URL = "", DATA_DIR } = services.env;
  const child = spawn(process.execPath, [childFile, mode], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL,
      DATA_DIR,
      DATABASE_POOL: "6",
      DEMO_SEED: "off",
      LEASE_SECONDS: leaseSeconds,
      WORKER_CONCURRENCY: "4",
      FAILPOINT: failpoint ?? "",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.add(child);
  const death = once(child, "exit").then(([, signal]) => {
    children.delete(child);
    return signal as string | null;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => {
    const { value, done } = await lines.next();
    return done ? null : (JSON.parse(value) as { id?: string });
  };
  // One that dies at its first claim may do so before it can say that it is ready.
  await hear();
  return {
    death,
    kill: () => child.kill("SIGKILL"),
    order(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`);
      return hear();
    },
  };
}

type Wanted = { prompt: string; count: number };
const mixture: Wanted[] = [
  { prompt: "plain lake", count: 3 },
  { prompt: "half a lake", count: 4 },
  { prompt: "refuse the lake", count: 2 },
  { prompt: "long lake", count: 2 },
];
const delivers: Record<string, number> = { plain: 3, half: 2, refuse: 0, long: 2 };

async function castAll(userId: string, wanted: readonly Wanted[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of wanted) {
    const input = castInput.parse({ quality: "standard", ...one });
    ids.push((await requestCast(services, { role: "member", userId }, input, uuidv7())).id);
  }
  return ids;
}

/** A healthy worker finishes what a kill left. @returns the casts, all finished */
async function recover(userId: string, ids: readonly string[]): Promise<Cast[]> {
  const worker = startWorker(services);
  const see = () => Promise.all(ids.map((id) => castById(services.db, userId, id)));
  const areOver = (casts: (Cast | null)[]) => casts.every((cast) => cast?.finishedAt);
  const casts = await until("all casts to be over", see, areOver);
  await worker.stop();
  return casts.filter((cast) => cast !== null);
}

const atWork: Failpoint[] = [
  "after-claim",
  "before-dispatch",
  "after-file-write",
  "after-image-commit",
  "after-first-image",
  "after-engine",
  "before-settle",
  "after-settle",
  "before-notify",
  "during-heartbeat",
];

test.each([...atWork, "after-file-write:exit@3", "before-settle:exit@2"])(
  "ST-05 a worker killed %s loses nothing and charges nothing twice",
  async (point) => {
    const { id } = await aMember(services, { credits });
    const ids = await castAll(id, mixture);
    const child = await aChild("work", point.includes(":") ? point : `${point}:exit`);
    expect(await child.death).toBe("SIGKILL");
    const casts = await recover(id, ids);
    await expectWhole(services, id, casts, credits);
    expect(casts.map((cast) => cast.delivered)).toEqual(
      mixture.map(({ prompt }) => delivers[prompt.split(" ")[0]]),
    );
  },
);

test.each<Failpoint>(["before-sweep-commit", "after-sweep"])(
  "ST-05 a sweeper killed %s loses nothing and charges nothing twice",
  async (point) => {
    const { id } = await aMember(services, { credits });
    const ids = await castAll(id, mixture);
    expect(await (await aChild("work", "after-claim:exit")).death).toBe("SIGKILL");
    expect(await (await aChild("work", `${point}:exit`)).death).toBe("SIGKILL");
    const casts = await recover(id, ids);
    await expectWhole(services, id, casts, credits);
    expect(casts.map((cast) => cast.delivered)).toEqual([3, 2, 0, 2]);
  },
);

test("ST-05 a server killed after queueing a cast: a retry with the same key yields the same cast", async () => {
  const { id } = await aMember(services, { credits });
  const key = uuidv7();
  const cast = { prompt: "plain lake", count: 3 };
  const child = await aChild("serve", "after-hold-commit:exit");
  expect(await child.order({ cast: { userId: id, key, ...cast } })).toBeNull();
  expect(await child.death).toBe("SIGKILL");
  const input = castInput.parse({ quality: "standard", ...cast });
  const again = await requestCast(services, { role: "member", userId: id }, input, key);
  expect(again.replayed).toBe(true);
  const casts = await recover(id, [again.id]);
  await expectWhole(services, id, casts, credits);
  expect(casts[0].delivered).toBe(3);
});

test("ST-05 a server killed while cancelling: the cast is cancelled completely or not at all", async () => {
  const { id } = await aMember(services, { credits });
  const ids = await castAll(id, mixture);
  const child = await aChild("serve", "before-cancel-commit:exit");
  expect(await child.order({ cancel: { userId: id, id: ids[0] } })).toBeNull();
  expect(await child.death).toBe("SIGKILL");
  expect(await castById(services.db, id, ids[0])).toMatchObject({ state: "queued" });
  const healthy = await aChild("serve");
  expect(await healthy.order({ cancel: { userId: id, id: ids[0] } })).toEqual({
    state: "cancelled",
  });
  healthy.kill();
  const casts = await recover(id, ids);
  await expectWhole(services, id, casts, credits);
  expect(casts.map((cast) => cast.state)).toEqual(["cancelled", "done", "failed", "done"]);
});

/** Numbers from 0 to 1, the same for the same seed. */
function stream(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("ST-05 twenty kills of the worker at random moments lose nothing and charge nothing twice", async () => {
  const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);
  const next = stream(seed);
  const members = await Promise.all([1, 2, 3].map(() => aMember(services, { credits })));
  const ids = new Map<string, string[]>();
  for (let round = 0; round < 20; round += 1) {
    const { id } = members[round % members.length];
    const wanted = mixture[round % mixture.length];
    ids.set(id, [...(ids.get(id) ?? []), ...(await castAll(id, [wanted]))]);
    const child = await aChild("work");
    await sleep(next() * 700);
    child.kill();
    expect(await child.death, `seed ${seed}`).toBe("SIGKILL");
  }
  for (const { id } of members) {
    await expectWhole(services, id, await recover(id, ids.get(id) ?? []), credits);
  }
});
