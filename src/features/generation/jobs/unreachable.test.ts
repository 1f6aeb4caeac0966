/** Casts on unreachable engines: real adapters against closed ports and broken connections. */
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testEnv, testServices } from "#tests/harness/services.ts";
import { closeEngines, openEngines } from "#app/adapters/engines/open.ts";
import type { EngineRegistry } from "#app/adapters/engines/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import { startWorker } from "../jobs.ts";

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
    engines: new Map([...[...remote].filter(([id]) => id !== "sketch"), ["spare", spare]]),
    // A lost lease must not be what ends these casts.
    env: { LEASE_SECONDS: "30", WORKER_CONCURRENCY: "4" },
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
  await closeEngines(remote);
});

test.each(kinds)(
  "ST-07 a cast at %s whose port is closed is drawn by another engine within 5 s, where the member allows it",
  async (kind) => {
    const member = await aCaster(services);
    const began = performance.now();
    const id = await member.cast("a lake", { engine: `${kind}:${kind}a`, fallback: true });
    const over = await member.end(id);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(over).toMatchObject({ state: "done", delivered: 1, engine: { id: "spare" } });
    expect(over.fellBackFrom).not.toBeNull();
    expect(await member.balance()).toEqual({ current: 19, held: 0 });
  },
);

/** Of these the server tells what it can do, so that the press itself is refused. */
const asked = ["comfyui", "sdapi"];

test.each(asked)(
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

test.each(kinds.filter((kind) => !asked.includes(kind)))(
  "ST-07 a cast at %s whose port is closed fails with its real reason within 15 s and is refunded",
  async (kind) => {
    const member = await aCaster(services);
    const began = performance.now();
    const id = await member.cast("a lake", { engine: `${kind}:${kind}b` });
    const over = await member.end(id);
    expect(performance.now() - began).toBeLessThan(15_000);
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
  // Four tries open the breaker on the way; what comes later finds it open.
  for (let turn = 0; turn < 3; turn += 1) {
    const began = performance.now();
    const id = await member.cast("a lake", { engine: "openai:openaic" });
    reasons.push((await member.end(id)).failReason);
    expect(performance.now() - began).toBeLessThan(15_000);
  }
  expect(reasons[0]).toBe("The engine cannot be reached.");
  expect(reasons[2]).toBe("This engine is not available right now.");
  expect(await member.balance()).toEqual({ current: 20, held: 0 });
});
