import { afterAll, beforeAll, expect, test } from "vitest";
import { queueNames, upkeepNames } from "#app/adapters/jobs/port.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { operations } from "./operations.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test("the figures of an installation at rest", async () => {
  const found = await operations(services);
  expect(found).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    node: process.versions.node,
    postgres: expect.stringMatching(/^\d+\.\d+$/) as string,
    migration: expect.stringMatching(/^\d{4}_/) as string,
    processes: [],
    engines: [],
    casts: { queued: 0, running: 0 },
    oldestWait: null,
  });
  expect(found.queues.map(({ queue }) => queue)).toEqual(queueNames);
  expect(found.upkeep.map(({ name }) => name)).toEqual(upkeepNames);
  expect(found.database.bytes).toBeGreaterThan(1_000_000);
  expect(found.database.tables).toHaveLength(5);
  expect(found.storage.disk?.total).toBeGreaterThan(found.storage.disk?.free ?? Infinity);
});

test("stored originals and jobs that wait are counted", async () => {
  const before = (await operations(services)).storage.pictures;
  const { id } = await aPicture(services, await aMember(services));
  const picture = services.db.selectFrom("pictures").select("bytes").where("id", "=", id);
  const { bytes } = await picture.executeTakeFirstOrThrow();
  await services.jobs.enqueue(services.db, "mail", { to: "a@example.org" });
  const { storage, queues } = await operations(services);
  expect(storage.pictures).toEqual({ count: before.count + 1, bytes: before.bytes + bytes });
  expect(queues.find(({ queue }) => queue === "mail")).toEqual({
    queue: "mail",
    waiting: 1,
    retrying: 0,
    working: 0,
    failed: 0,
  });
});

test("an engine has the state that its worker reported, and the casts of a day", async () => {
  const checks = { storage: true, engines: [{ label: "Sketch", health: "up" }] };
  await services.pool.query(
    `insert into processes (id, roles, started_at, seen_at, checks)
     values (gen_random_uuid(), '{worker}', now() - interval '1 hour', now(), $1)`,
    [JSON.stringify(checks)],
  );
  const { processes, engines } = await operations(services);
  expect(processes).toEqual([
    {
      roles: ["worker"],
      startedAt: expect.any(String) as string,
      seenAt: expect.any(String) as string,
    },
  ]);
  expect(engines).toEqual([{ label: "Sketch", health: "up", done: 0, failed: 0, seconds: null }]);
});
