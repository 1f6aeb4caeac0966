/** Casts on unreachable engines: real adapters against closed ports and broken connections. */
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testEnv, testServices } from "#tests/harness/services.ts";
import { closeEngines, openEngines } from "#app/adapters/engines/open.ts";
import type { Engine, EngineRegistry } from "#app/adapters/engines/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";
import { mostTries } from "./retry.ts";

/** A port that was free a moment ago and on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === "object" && address ? address.port : 0;
}

const kinds = ["openai", "runware", "comfyui", "sdapi"] as const;

/** Of these the server tells what it can do, so that the press itself finds out that it does not answer. */
const describing: readonly string[] = ["comfyui", "sdapi"];

/** How often each engine was asked for pictures. */
const asked = new Map<string, number>();

function counted(engine: Engine): Engine {
  return {
    ...engine,
    generate: (request, context) => {
      asked.set(engine.id, (asked.get(engine.id) ?? 0) + 1);
      return engine.generate(request, context);
    },
  };
}

let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
let remote: EngineRegistry;
beforeAll(async () => {
  const base = `http://127.0.0.1:${await closedPort()}`;
  const settings = kinds.flatMap((kind) =>
    // One engine for each test, so that no test finds the breaker of another one open.
    ["a", "b", "c"].map((name) => [
      [`ENGINE_${kind}${name}_KIND`.toUpperCase(), kind],
      [`ENGINE_${kind}${name}_URL`.toUpperCase(), kind === "openai" ? `${base}/v1` : base],
      [`ENGINE_${kind}${name}_KEY`.toUpperCase(), "user:pass"],
      [`ENGINE_${kind}${name}_MODELS`.toUpperCase(), "gpt-image-1"],
    ]),
  );
  const env = testEnv("postgres://unused", "/unused", Object.fromEntries(settings.flat()));
  remote = openEngines(env, () => undefined);
  const spare = { ...quickEngine({}, { label: "Spare" }), id: "spare" };
  services = await testServices({
    engines: new Map([
      ...[...remote]
        .filter(([id]) => id !== "sketch")
        .map(([id, engine]) => [id, counted(engine)] as const),
      ["spare", spare],
    ]),
    env: { LEASE_SECONDS: "30", WORKER_CONCURRENCY: "4" },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  await closeEngines(remote);
});

/** How often a worker took the cast. */
async function turns(castId: string): Promise<number> {
  const { attempt } = await services.db
    .selectFrom("generations")
    .select("attempt")
    .where("id", "=", castId)
    .executeTakeFirstOrThrow();
  return attempt;
}

test.each(kinds)(
  "ST-07 a cast at %s whose port is closed is drawn by another engine, where the member allows it",
  async (kind) => {
    const member = await aCaster(services);
    const id = await member.cast("a lake", { engine: `${kind}:${kind}a`, fallback: true });
    const over = await member.end(id);
    expect(over).toMatchObject({ state: "done", delivered: 1, engine: { id: "spare" } });
    expect(over.fellBackFrom).not.toBeNull();
    // One turn for each engine that was asked: a lost lease would be one more.
    const isKnownAtPress = describing.includes(kind);
    expect(await turns(id)).toBe(isKnownAtPress ? 1 : 2);
    const tries = asked.get(`${kind}:${kind}a`) ?? 0;
    expect(tries > 0).toBe(!isKnownAtPress);
    expect(tries).toBeLessThanOrEqual(mostTries);
    expect(await member.balance()).toEqual({ current: 19, held: 0 });
  },
);

test.each(describing)(
  "ST-07 a cast at %s whose port is closed is refused with its reason, and nothing is set aside",
  async (kind) => {
    const member = await aCaster(services);
    await expect(member.cast("a lake", { engine: `${kind}:${kind}b` })).rejects.toMatchObject({
      code: "unavailable",
      info: { detail: "This engine does not answer right now" },
      cause: { message: "provider-down: The engine cannot be reached." },
    });
    expect(await member.balance()).toEqual({ current: 20, held: 0 });
  },
);

test.each(kinds.filter((kind) => !describing.includes(kind)))(
  "ST-07 a cast at %s whose port is closed fails with its real reason after four tries at most and is refunded",
  async (kind) => {
    const member = await aCaster(services);
    const id = await member.cast("a lake", { engine: `${kind}:${kind}b` });
    const over = await member.end(id);
    expect(await turns(id)).toBe(1);
    expect(asked.get(`${kind}:${kind}b`)).toBeLessThanOrEqual(mostTries);
    expect(over).toMatchObject({
      state: "failed",
      failReason: "The engine cannot be reached.",
      creditsBack: 1,
      fellBackFrom: null,
    });
    expect(await member.balance()).toEqual({ current: 20, held: 0 });
  },
);

test("ST-07 a cast does not wait for an engine whose breaker is open", async () => {
  const member = await aCaster(services);
  const reasons: (string | null)[] = [];
  const tries: number[] = [];
  // Four tries open the breaker on the way; what comes later finds it open.
  for (let turn = 0; turn < 3; turn += 1) {
    const before = asked.get("openai:openaic") ?? 0;
    const id = await member.cast("a lake", { engine: "openai:openaic" });
    reasons.push((await member.end(id)).failReason);
    tries.push((asked.get("openai:openaic") ?? 0) - before);
  }
  expect(reasons[0]).toBe("The engine cannot be reached.");
  expect(reasons[2]).toBe("This engine is not available right now.");
  // An open breaker is not asked again: its half minute is longer than the ten seconds of a cast.
  expect(tries[2]).toBe(1);
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});
