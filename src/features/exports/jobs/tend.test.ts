import { afterAll, beforeAll, expect, test } from "vitest";
import { anExport, archiveBytes, asMember, aStoredPicture } from "#tests/harness/archive.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { cancelExport, requestExport } from "../commands.ts";
import { lastExport } from "../queries.ts";
import { archivePrefix, exportFolder } from "../queries/plan.ts";
import { runExport } from "./run.ts";
import { tendExports } from "./tend.ts";

const never = new AbortController().signal;
let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function keysOf(prefix: string): Promise<string[]> {
  return Array.fromAsync(services.storage.list(prefix));
}

test("CO-06 a silent worker loses its export to the next; what it still does changes nothing", async () => {
  const member = await aMember(services);
  await aStoredPicture(services, member, 91);
  const { id } = await requestExport(services, asMember(member));
  const reached = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const put: OpenServices["storage"]["put"] = async (key, bytes) => {
    if (key.includes("/tar/")) {
      reached.resolve();
      await free.promise;
    }
    await services.storage.put(key, bytes);
  };
  const storage = { ...services.storage, put };
  const zombie = runExport({ ...services, storage }, id, never, { chunk: 2_048 });
  await reached.promise;
  // Nobody else has it while it is alive.
  await runExport(services, id, never);
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "running" });
  await services.db
    .updateTable("exports")
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where("id", "=", id)
    .execute();
  await tendExports(services, never);
  await runExport(services, id, never, { chunk: 2_048 });
  const bytes = await archiveBytes(services, member, id);
  free.resolve();
  await zombie;
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "ready" });
  expect((await archiveBytes(services, member, id)).equals(bytes)).toBe(true);
});

test("CO-06 a cancelled export ends, and the files of what is over are deleted", async () => {
  const member = await aMember(services);
  await aStoredPicture(services, member, 95);
  const cancelled = await requestExport(services, asMember(member));
  const put: OpenServices["storage"]["put"] = async (key, bytes) => {
    await services.storage.put(key, bytes);
    if (key.includes("/tar/")) await cancelExport(services, asMember(member), cancelled.id);
  };
  const storage = { ...services.storage, put };
  await runExport({ ...services, storage }, cancelled.id, never, { chunk: 100_000 });
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "cancelled" });
  const done = await anExport(services, member);
  expect((await keysOf(exportFolder(done))).length).toBeGreaterThan(0);
  await tendExports(services, never);
  expect(await keysOf(`${exportFolder(cancelled.id)}/`)).toEqual([]);
  expect((await keysOf(`${archivePrefix(done, 1)}/`)).length).toBeGreaterThan(0);
  await services.db
    .updateTable("exports")
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where("id", "=", done)
    .execute();
  expect(await lastExport(services.db, member.id)).toMatchObject({ state: "expired" });
  await tendExports(services, never);
  expect(await keysOf(`${exportFolder(done)}/`)).toEqual([]);
});
