import { afterAll, beforeAll, expect, test } from "vitest";
import { upkeepNames } from "#app/adapters/jobs/port.ts";
import { upkeepStates } from "#app/features/admin/queries.ts";
import { countView } from "#app/features/pictures/commands.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { runUpkeep, startUpkeep } from "./upkeep.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const stateOf = async (name: string) =>
  (await upkeepStates(services.db)).find((state) => state.name === name);

test("upkeep that has not run yet is listed as such", async () => {
  expect(await upkeepStates(services.db)).toEqual(
    upkeepNames.map((name) => ({ name, last: null, failure: null })),
  );
});

test("each piece of upkeep runs on demand and records its run", async () => {
  for (const name of upkeepNames) await runUpkeep(services, name);
  for (const { last, failure } of await upkeepStates(services.db)) {
    expect(failure).toBeNull();
    expect(last?.durationMs).toBeGreaterThanOrEqual(0);
    expect(Date.parse(last?.nextAt ?? "")).toBeGreaterThan(Date.parse(last?.startedAt ?? ""));
  }
});

test("a failed run is recorded with its error, which is kept after a later success", async () => {
  const broken = {
    ...services,
    storage: {
      ...services.storage,
      // oxlint-disable-next-line require-yield
      list: async function* (): AsyncGenerator<string> {
        throw new Error("the disk is gone");
      },
    },
  };
  await runUpkeep(broken, "sweep-portraits");
  const failed = await stateOf("sweep-portraits");
  expect(failed?.failure?.error).toBe("Error: the disk is gone");
  expect(failed?.failure?.at).toBe(failed?.last?.startedAt);
  await runUpkeep(services, "sweep-portraits");
  const succeeded = await stateOf("sweep-portraits");
  expect(succeeded?.failure).toEqual(failed?.failure);
  expect(succeeded?.last?.startedAt).not.toBe(failed?.last?.startedAt);
});

test("a worker gathers views by itself", async () => {
  const owner = await aMember(services);
  const { id } = await aPicture(services, owner);
  await startUpkeep(services);
  await countView(services, id);
  const views = async () => {
    const query = services.db.selectFrom("pictures").select("views").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).views;
  };
  await expect.poll(views).toBe(1);
  await services.jobs.stop();
});
