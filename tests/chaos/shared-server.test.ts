/**
 * Members and worker processes on one server that draws one picture at a time: SHARED_CASTS=1000 casts as often,
 * SHARED_MEMBERS=2 by as many members.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenServices } from "#app/open-services.ts";
import { startProgram, type Program } from "#tests/harness/program.ts";
import { testServices } from "#tests/harness/services.ts";
import { castTogether } from "#tests/harness/shared-server.ts";
import { runSdApi, type SdApiProvider } from "#tests/providers/sdapi.ts";
import { sdModels } from "#tests/providers/sdapi-offer.ts";
import { expectWhole } from "./whole-casts.ts";

const count = Number(process.env["SHARED_CASTS"] ?? 36);
const members = Number(process.env["SHARED_MEMBERS"] ?? 12);
const credits = 2000;

let provider: SdApiProvider;
let services: OpenServices;
let programs: Program[] = [];
beforeAll(async () => {
  let steps = 0;
  provider = await runSdApi({
    flavour: "forge",
    // One picture in three is slow enough for previews.
    stepMs: () => {
      steps += 1;
      return steps % 60 < 20 ? 90 : 15;
    },
    previewEverySteps: 2,
  });
  const engine = {
    ENGINE_HOME_KIND: "sdapi",
    ENGINE_HOME_URL: provider.url,
    ENGINE_HOME_KEY: "user:pass",
    // More than the server draws at once, so that its own lock decides whose turn it is.
    ENGINE_HOME_CONCURRENCY: "12",
  };
  services = await testServices({ env: engine });
  const { DATABASE_URL = "", DATA_DIR } = services.env;
  programs = await Promise.all(
    [1, 2, 3].map(() =>
      startProgram({
        ...engine,
        ROLES: "worker",
        DATABASE_URL,
        DATABASE_POOL: "6",
        DATA_DIR,
        LEASE_SECONDS: "30",
        WORKER_CONCURRENCY: "4",
        SKETCH_WORKERS: "1",
      }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop("SIGKILL")));
  await services.close();
  await provider.close();
});

test("members on one server see their own previews, stop their own pictures and pay for what they received", async () => {
  const seen = await castTogether(services, provider, {
    engine: "sdapi:home",
    model: sdModels[0],
    members,
    count,
    credits,
  });
  const casts = [...seen.casts.values()].flat();
  const states = casts.map(({ state }) => state);
  const shares = Object.fromEntries(
    [...new Set(states)].map((state) => [state, states.filter((one) => one === state).length]),
  );
  process.stdout.write(
    `${casts.length} casts of ${members} members: ${JSON.stringify(shares)}; ${seen.previews} looks at previews, ` +
      `${seen.foreignPreviews.length} foreign; ${seen.interrupts} interrupts, ${seen.foreignInterrupts.length} foreign; ` +
      `${seen.wrongPictures.length} wrong pictures\n`,
  );
  expect(casts).toHaveLength(count);
  expect(
    casts.filter(({ state }) => state === "failed").map(({ failReason }) => failReason),
  ).toEqual([]);
  expect(new Set(states)).toEqual(new Set(["done", "cancelled"]));
  expect(seen.previews).toBeGreaterThan(0);
  // Of few casts none may be cancelled far enough from its end.
  expect(seen.interrupts).toBeGreaterThanOrEqual(count < 200 ? 0 : 10);
  expect(seen.foreignPreviews).toEqual([]);
  expect(seen.foreignInterrupts).toEqual([]);
  expect(seen.wrongPictures).toEqual([]);
  for (const [userId, own] of seen.casts) await expectWhole(services, userId, own, credits);
});
