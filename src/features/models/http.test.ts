/** Models over the API: the press of an admin, what the page is told meanwhile, and what members cast with. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { doubleProgram } from "#tests/harness/local-models.ts";
import { aModel, memoryHub, modelFile } from "#tests/harness/models.ts";
import { anAdmin } from "#tests/harness/own-engines.ts";
import { until } from "#tests/harness/patience.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import type { OpenServices } from "#app/open-services.ts";
import { runModels } from "./jobs.ts";
import type { ModelList } from "./queries.ts";

const small = aModel("small", {
  defaults: { width: 64, height: 64, steps: 1, cfg: 1, sampler: null, scheduler: null },
  limits: { minSide: 64, maxSide: 256, multipleOf: 64, maxPixels: 65_536, maxSteps: 8 },
});
const open = aModel("open", {
  files: [modelFile("weights of open", { sha256: null, bytes: null })],
});

let hub: Awaited<ReturnType<typeof memoryHub>>;
let services: OpenServices;
let server: TestServer;
let admin: SignedUp;
beforeAll(async () => {
  hub = await memoryHub([small, open]);
  services = await testServices({ modelFiles: hub, local: { program: () => doubleProgram() } });
  server = await testServer(services, { roles: ["web"] });
  admin = await anAdmin(server);
});
afterEach(async () => {
  hub.reset();
  await services.db.deleteFrom("models").execute();
  await services.localModels.refresh();
});
afterAll(async () => {
  await server.close();
  await services.close();
  await hub.close();
});

const call = (address: string, body?: object, who: Pick<SignedUp, "fetch"> = admin) =>
  who.fetch(`/api/admin/models${address}`, {
    method: "POST",
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
async function list(): Promise<ModelList> {
  const answer = await admin.fetch("/api/admin/models");
  return ((await answer.json()) as { models: ModelList }).models;
}
const find = async (id: string) => {
  const found = (await list()).items.find((model) => model.id === id);
  if (!found) throw new Error(`no model ${id}`);
  return found;
};
const want = (id: string) => call(`/${id}/want`, { licence: "Apache-2.0" });
/** What a worker does with models that wait. */
const work = () => runModels(services, new AbortController().signal);

/** Reads the events of models as the admin's page does. */
async function readModels(heard: ModelList[]): Promise<() => void> {
  const ending = new AbortController();
  const answer = await admin.fetch("/api/admin/models/stream", { signal: ending.signal });
  const pieces = answer.body?.pipeThrough(new TextDecoderStream());
  void (async () => {
    let text = "";
    for await (const piece of pieces ?? []) {
      text += piece;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, data] = /^event: models\ndata: (.*)$/.exec(block) ?? [];
        if (data !== undefined) heard.push(JSON.parse(data) as ModelList);
      }
    }
  })().catch(() => undefined);
  return () => ending.abort();
}

test("one press has members cast with the model, and the page is told of every step", async () => {
  const { bytes } = small.files[0];
  expect(await find("small")).toMatchObject({ state: "available", bytes, isAccepted: false });
  const heard: ModelList[] = [];
  const stop = await readModels(heard);
  await until(
    "the first event",
    () => heard.length,
    (count) => count > 0,
  );
  expect((await want("small")).status).toBe(202);
  await work();
  const ready = await find("small");
  expect(ready).toMatchObject({ state: "ready", offered: true, isAccepted: true });
  expect(ready.seconds).toBeGreaterThan(0);
  await until(
    "the end in the stream",
    () => heard.at(-1)?.items[0].state,
    (state) => state === "ready",
  );
  stop();

  const worker = startWorker(services);
  const member = await aCaster(services);
  const cast = await member.end(await member.cast("A lake", { engine: "local", model: "small" }));
  await worker.stop();
  expect(cast).toMatchObject({ state: "done", delivered: 1 });
  expect(await find("small")).toMatchObject({ isLoaded: true });
});

test("a cast that waits for a model that is withdrawn is given back, and no new one is taken", async () => {
  await want("small");
  await work();
  const member = await aCaster(services);
  const before = await member.balance();
  const id = await member.cast("A lake", { engine: "local", model: "small", fallback: true });
  expect((await call("/small/withdraw")).status).toBe(204);
  const refused = member.cast("A lake", { engine: "local", model: "small" });
  await expect(refused).rejects.toThrow("There is no such engine");
  const worker = startWorker(services);
  const cast = await member.end(id);
  await worker.stop();
  expect(cast.state).toBe("failed");
  expect(await member.balance()).toEqual(before);
});

test("what the hub states of a file without a hash is shown, and confirmed with the licence", async () => {
  const asked = await call("/open/statements");
  const { items } = (await asked.json()) as { items: { path: string; sha256: string }[] };
  const [{ path, sha256 }] = items;
  expect({ path, sha256 }).toEqual({
    path: open.files[0].path,
    sha256: modelFile("weights of open").sha256,
  });
  const answer = await call("/open/want", {
    licence: "Apache-2.0",
    hashes: { [path]: sha256 },
  });
  expect(answer.status).toBe(202);
  await work();
  expect(await find("open")).toMatchObject({ state: "ready", offered: true, unknownFiles: [] });
});

test("a file that the hub does not have is a refusal with its reason", async () => {
  hub.hub.delete(open.files[0].path);
  const answer = await call("/open/statements");
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as { detail: string }).detail).toContain(open.files[0].path);
});

test.each([
  ["/small/want", { licence: "MIT" }, 400],
  ["/small/want", { licence: "Apache-2.0", hashes: { "m.gguf": "0" } }, 400],
  ["/small/want", { licence: "Apache-2.0", more: true }, 400],
  ["/nope/want", { licence: "Apache-2.0" }, 404],
  ["/small/confirm", { asks: "slow" }, 404],
  ["/small/pause", undefined, 404],
  ["/small/explode", undefined, 404],
] as const)("POST %s with %j is %i, and nothing is asked for", async (address, body, status) => {
  expect((await call(address, body)).status).toBe(status);
  expect((await find("small")).state).toBe("available");
});

test("an admin has five streams at most, and a member none", async () => {
  const member = await server.signUp();
  expect((await member.fetch("/api/admin/models/stream")).status).toBe(403);
  const ending = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: 5 }, () =>
      admin.fetch("/api/admin/models/stream", { signal: ending.signal }),
    ),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await admin.fetch("/api/admin/models/stream")).status).toBe(429);
  ending.abort();
  await until(
    "a place for another stream",
    async () => {
      const one = new AbortController();
      const { status } = await admin.fetch("/api/admin/models/stream", { signal: one.signal });
      one.abort();
      return status;
    },
    (status) => status === 200,
  );
});
