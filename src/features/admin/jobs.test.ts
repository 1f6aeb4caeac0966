import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#tests/harness/services.ts";
import { startHeartbeat } from "./jobs.ts";
import { systemPulse } from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const pulse = () => systemPulse(services.db);
const stateOf = async (name: string) =>
  (await pulse()).parts.find((part) => part.name === name)?.state;

test("MM-03 without a worker the pulse says that casting is not possible", async () => {
  const web = startHeartbeat(services, ["web"]);
  await expect.poll(() => stateOf("Storage")).toBe("up");
  expect(await pulse()).toMatchObject({ state: "down", queue: { queued: 0, running: 0 } });
  await web.stop();
});

test("MM-03 with a worker everything is up, and a process that stops is gone at once", async () => {
  const all = startHeartbeat(services, ["web", "worker"]);
  await expect.poll(async () => (await pulse()).state).toBe("up");
  expect((await pulse()).parts.map(({ name }) => name)).toEqual([
    "Web",
    "Database",
    "Storage",
    "Worker",
    "Sketch",
  ]);
  await all.stop();
  expect(await stateOf("Worker")).toBe("down");
});

test("MM-03 a store that fails is an incident until it works again", async () => {
  let fails = true;
  const storage = {
    ...services.storage,
    check: () => (fails ? Promise.reject(new Error("full")) : Promise.resolve()),
  };
  const first = startHeartbeat({ ...services, storage }, ["worker"]);
  await expect.poll(() => stateOf("Storage")).toBe("down");
  await expect
    .poll(async () => (await pulse()).incidents)
    .toMatchObject([{ part: "storage", endedAt: null }]);
  await first.stop();
  fails = false;
  const second = startHeartbeat({ ...services, storage }, ["worker"]);
  await expect.poll(async () => (await pulse()).incidents[0].endedAt).not.toBeNull();
  expect((await pulse()).incidents).toHaveLength(1);
  await second.stop();
});

test("MM-03 the pulse reveals no addresses, errors or versions", async () => {
  const all = startHeartbeat(services, ["web", "worker"]);
  await expect.poll(async () => (await pulse()).state).toBe("up");
  const text = JSON.stringify(await pulse());
  for (const secret of [
    services.env.DATA_DIR,
    services.env.DATABASE_URL ?? "none",
    process.version,
    "Error",
  ]) {
    expect(text).not.toContain(secret);
  }
  await all.stop();
});
