/** Worker processes that share one service: what is sent, how often, and how many at once. */
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember } from "#tests/harness/factories.ts";
import { runImageService, type Fate, type ImageService } from "#tests/harness/image-service.ts";
import { until } from "#tests/harness/patience.ts";
import { startProgram, type Program } from "#tests/harness/program.ts";
import { testServices } from "#tests/harness/services.ts";
import { expectWhole } from "./whole-casts.ts";

const credits = 60;

let service: ImageService;
/** How the service handles a request; set by each test. */
let fate: (prompt: string, nth: number) => Fate | Promise<Fate> = () => "picture";
/** Requests casts and reads their state; the workers are separate processes. */
let services: OpenServices;
let engines: Record<string, string>;
const programs = new Set<Program>();
beforeAll(async () => {
  service = await runImageService((prompt, nth) => fate(prompt, nth));
  engines = {
    ENGINE_PAID_KIND: "openai",
    ENGINE_PAID_URL: service.url,
    ENGINE_PAID_MODELS: "flux",
    ENGINE_PAID_CONCURRENCY: "1",
  };
  services = await testServices({ env: engines });
});
afterEach(async () => {
  await Promise.all([...programs].map((program) => program.stop("SIGKILL")));
  programs.clear();
});
afterAll(async () => {
  await services.close();
  await service.close();
});

async function aWorker(more: Record<string, string> = {}): Promise<Program> {
  const { DATABASE_URL = "", DATA_DIR } = services.env;
  const program = await startProgram({
    ...engines,
    ROLES: "worker",
    DATABASE_URL,
    DATABASE_POOL: "6",
    DATA_DIR,
    LEASE_SECONDS: "1",
    WORKER_CONCURRENCY: "1",
    SKETCH_WORKERS: "1",
    ...more,
  });
  programs.add(program);
  return program;
}

async function cast(userId: string, prompt: string, more: object = {}): Promise<string> {
  const input = castInput.parse({ prompt, quality: "standard", engine: "openai:paid", ...more });
  return (await requestCast(services, { role: "member", userId }, input, uuidv7())).id;
}

const see = async (userId: string, id: string) =>
  (await castById(services.db, userId, id)) ?? expect.fail("the cast is gone");

const ended = (userId: string, id: string): Promise<Cast> =>
  until(
    "the end of a cast",
    () => see(userId, id),
    (seen) => seen.finishedAt !== null,
  );

const posts = (prompt: string) => service.asked.filter((asked) => asked === prompt).length;
async function asked(prompt: string, times: number): Promise<void> {
  await expect.poll(() => posts(prompt)).toBe(times);
}
const never = () => new Promise<Fate>(() => undefined);

test("ST-05 a worker killed after a paid request was sent: the request is not sent again and the credits are refunded", async () => {
  const { id } = await aMember(services, { credits });
  const prompt = "a lake that is lost";
  fate = never;
  const castId = await cast(id, prompt);
  const first = await aWorker();
  await asked(prompt, 1);
  await first.stop("SIGKILL");
  fate = () => "picture";
  await aWorker();
  const over = await ended(id, castId);
  expect(over).toMatchObject({
    state: "failed",
    delivered: 0,
    creditsBack: 1,
    failReason:
      "The engine was asked for it and no answer came back. It is not asked again, because the service may charge for every request.",
  });
  expect(posts(prompt)).toBe(1);
  await expectWhole(services, id, [over], credits);
});

test("ST-05 of three pictures the first is kept, the one in progress at the kill is not requested again, the third is drawn", async () => {
  const { id } = await aMember(services, { credits });
  const prompt = "three lakes";
  let turn = 0;
  fate = () => {
    turn += 1;
    return turn === 2 ? never() : "picture";
  };
  const castId = await cast(id, prompt, { count: 3 });
  const first = await aWorker();
  await asked(prompt, 2);
  await first.stop("SIGKILL");
  await aWorker();
  const over = await ended(id, castId);
  expect(over).toMatchObject({ state: "done", delivered: 2, creditsBack: 1 });
  expect(over.failReason).toMatch(/^Only 2 of 3 pictures were made\. .* is not asked again/);
  expect(over.progress.map(({ state }) => state)).toEqual(["done", "failed", "done"]);
  expect(posts(prompt)).toBe(3);
  await expectWhole(services, id, [over], credits);
});

test("ST-05 a worker that stops during a paid request does not leave it for another to repeat", async () => {
  const { id } = await aMember(services, { credits });
  const prompt = "a lake at closing time";
  fate = never;
  const castId = await cast(id, prompt);
  const first = await aWorker();
  await asked(prompt, 1);
  expect(await first.stop()).toBe(0);
  fate = () => "picture";
  await aWorker();
  expect(await ended(id, castId)).toMatchObject({ state: "failed", creditsBack: 1 });
  expect(posts(prompt)).toBe(1);
});

test("ST-07 two workers never exceed the request limit of a service, and Sketch goes on meanwhile", async () => {
  const members = await Promise.all([1, 2, 3].map(() => aMember(services, { credits })));
  const sketcher = await aMember(services, { credits });
  let open = Promise.withResolvers<Fate>();
  const before = service.asked.length;
  service.most = 0;
  fate = () => open.promise;
  await Promise.all([aWorker(), aWorker()]);
  const slow = await Promise.all(
    members.flatMap(({ id }, n) =>
      [1, 2].map(async (k) => ({ id, cast: await cast(id, `slow ${n} ${k}`, { count: 2 }) })),
    ),
  );
  await expect.poll(() => service.underWay).toBe(1);
  // Both workers wait for the service; a cast of Sketch is drawn from its beginning to its end meanwhile.
  const sketched = [
    await cast(sketcher.id, "a quiet lake", { engine: "sketch" }),
    await cast(sketcher.id, "a quiet hill", { engine: "sketch" }),
  ];
  for (const id of sketched) {
    expect(await ended(sketcher.id, id)).toMatchObject({ state: "done", delivered: 1 });
  }
  expect(service.asked.length - before).toBe(1);
  fate = () => "picture";
  open.resolve("picture");
  open = Promise.withResolvers();
  for (const { id, cast } of slow) {
    expect(await ended(id, cast)).toMatchObject({ state: "done", delivered: 2 });
  }
  expect(service.asked.length - before).toBe(12);
  expect(service.most).toBe(1);
});

test("ST-07 the slot of a killed worker is free again when its lease expires", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => aMember(services, { credits })));
  fate = never;
  const lost = await cast(first.id, "nobody answers this");
  const killed = await aWorker();
  await asked("nobody answers this", 1);
  await killed.stop("SIGKILL");
  fate = () => "picture";
  const waiting = await cast(second.id, "the next in line");
  await aWorker();
  expect(await ended(second.id, waiting)).toMatchObject({ state: "done", delivered: 1 });
  expect(await ended(first.id, lost)).toMatchObject({ state: "failed" });
  const slots = await services.db.selectFrom("engine_slots").selectAll().execute();
  expect(slots).toEqual([{ engine: "openai:paid", requests: 0 }]);
});
