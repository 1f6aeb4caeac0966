/** What becomes of a model after its press: one at a time, over pauses, restarts and faults. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ModelFileError } from "#app/adapters/models/port.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import { slowSeconds } from "#app/rules/model-states.ts";
import { aModel, modelFile } from "#tests/harness/models.ts";
import { until } from "#tests/harness/patience.ts";
import { codeOf, openPressedModels } from "#tests/harness/pressed-models.ts";
import { confirmModel, wantModel } from "./commands.ts";
import { runModels } from "./jobs.ts";
import { installedModels, modelRow } from "./queries/rows.ts";

const small = aModel("small");
const second = aModel("second");
const open = aModel("open", {
  files: [modelFile("weights of open", { sha256: null, bytes: null })],
});
const enlarger = aModel("enlarger", {
  family: "esrgan",
  abilities: { ...small.abilities, txt2img: false, upscale: true },
});

type Scene = Awaited<ReturnType<typeof openPressedModels>>;
let scene: Scene;
beforeAll(async () => {
  scene = await openPressedModels([small, second, open, enlarger]);
});
beforeEach(() => scene.reset());
afterAll(() => scene.close());

const never = () => new AbortController().signal;

test("a press fetches the runtime and the files, checks and measures, and offers", async () => {
  await scene.want(small);
  expect(await scene.row(small)).toMatchObject({ state: "queued", licence: "Apache-2.0" });
  await runModels(scene.services, never());
  const done = await scene.row(small);
  expect(done).toMatchObject({
    state: "ready",
    offered: true,
    seconds: 25,
    peak_bytes: 1_300_000_000,
    bytes_done: small.files[0].bytes,
    run: null,
  });
  expect(scene.runtime).toMatchObject({ fetches: 1, measured: ["small", "small"] });
  const [installed] = await installedModels(scene.services.db);
  expect(installed).toMatchObject({
    model: { id: "small" },
    files: [{ role: "model", sha256: small.files[0].sha256, bytes: small.files[0].bytes }],
    secondsPerPicture: 25,
  });
  // What members may cast with is read again by what draws.
  expect(scene.runtime.refreshes).toBeGreaterThan(0);
});

test("models that wait are worked on one after the other, however many workers there are", async () => {
  await scene.want(small);
  await scene.want(second);
  await Promise.all([1, 2, 3].map(() => runModels(scene.services, never())));
  await runModels(scene.services, never());
  expect(await scene.offered()).toEqual(["small", "second"]);
  expect(scene.hub.fetched).toEqual([small.files[0].path, second.files[0].path]);
  expect(scene.runtime.measured).toHaveLength(4);
});

test("a licence that is not the model's is refused, and so is a second press", async () => {
  const refused = wantModel(scene.services, "small", { licence: "MIT" }, scene.by);
  expect(await codeOf(refused)).toBe("invalid-request");
  expect(await modelRow(scene.services.db, "small")).toBeNull();
  await scene.want(small);
  expect(await codeOf(scene.want(small))).toBe("conflict");
  expect(await codeOf(wantModel(scene.services, "nope", { licence: "MIT" }, scene.by))).toBe(
    "not-found",
  );
});

test("a pause is noticed while a file is fetched; going on continues with what is here", async () => {
  const gate = Promise.withResolvers<void>();
  scene.hub.gate = gate.promise;
  await scene.want(small);
  const running = runModels(scene.services, never());
  await until(
    "bytes of the file",
    () => scene.row(small),
    ({ bytes_done }) => bytes_done > 0,
  );
  await scene.act(small, "pause");
  await running;
  expect(await scene.row(small)).toMatchObject({ state: "paused", run: null });
  expect(scene.hub.fetched).toEqual([]);
  await runModels(scene.services, never());
  expect((await scene.row(small)).state).toBe("paused");
  gate.resolve();
  await scene.act(small, "resume");
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "ready", offered: true });
});

test("a worker that stops leaves the model to the next, and one that dies loses it after a while", async () => {
  const gate = Promise.withResolvers<void>();
  scene.hub.gate = gate.promise;
  await scene.want(small);
  const stopping = new AbortController();
  const running = runModels(scene.services, stopping.signal);
  await until(
    "a worker",
    () => scene.row(small),
    ({ state }) => state === "working",
  );
  stopping.abort();
  await running;
  expect(await scene.row(small)).toMatchObject({ state: "queued", run: null });

  gate.resolve();
  await scene.services.db
    .updateTable("models")
    .set({ state: "working", run: randomUUID(), seen_at: new Date() })
    .execute();
  await runModels(scene.services, never());
  expect((await scene.row(small)).state).toBe("working");
  await scene.services.db
    .updateTable("models")
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .execute();
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "ready", offered: true });
});

test("a hash that only the hub knows is asked for, confirmed, and pinned", async () => {
  await scene.want(open);
  await runModels(scene.services, never());
  const asked = await scene.row(open);
  const [{ path, sha256 }] = asked.statements;
  expect(asked).toMatchObject({ state: "asking", asks: "hashes", offered: false });
  expect(scene.hub.fetched).toEqual([]);
  const wrong = confirmModel(
    scene.services,
    "open",
    { asks: "hashes", hashes: { [path]: "0".repeat(64) } },
    scene.by,
  );
  expect(await codeOf(wrong)).toBe("conflict");
  await confirmModel(
    scene.services,
    "open",
    { asks: "hashes", hashes: { [path]: sha256 } },
    scene.by,
  );
  await runModels(scene.services, never());
  expect(await scene.row(open)).toMatchObject({
    state: "ready",
    entry: { files: [{ path, sha256, revision: "a".repeat(40) }] },
  });
});

test("a hash that was seen with the licence is confirmed by it; another file on the hub is refused", async () => {
  const [{ path }] = open.files;
  const seen = modelFile("weights of open").sha256 ?? "";
  expect(await codeOf(scene.want(small, { [small.files[0].path]: seen }))).toBe("invalid-request");
  await scene.want(open, { [path]: seen });
  scene.hub.hub.set(path, "other weights");
  await runModels(scene.services, never());
  expect(await scene.row(open)).toMatchObject({ state: "failed", fault: { kind: "changed" } });
  scene.hub.hub.set(path, "weights of open");
  await scene.act(open, "retry");
  await runModels(scene.services, never());
  expect(await scene.row(open)).toMatchObject({ state: "ready", offered: true });
});

test("a picture that takes long is offered only once an admin has confirmed it, and measured once", async () => {
  scene.runtime.seconds = slowSeconds + 1;
  await scene.want(small);
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "asking", asks: "slow", offered: false });
  expect(scene.runtime.measured).toEqual(["small"]);
  expect(await scene.offered()).toEqual([]);
  await confirmModel(scene.services, "small", { asks: "slow" }, scene.by);
  expect(await scene.offered()).toEqual(["small"]);

  await scene.want(second);
  await runModels(scene.services, never());
  await scene.act(second, "cancel");
  expect(await scene.row(second)).toMatchObject({ state: "ready", offered: false });
});

test("what only enlarges is offered without a measurement", async () => {
  await scene.want(enlarger);
  await runModels(scene.services, never());
  expect(await scene.row(enlarger)).toMatchObject({ state: "ready", offered: true, seconds: null });
  expect(scene.runtime.measured).toEqual([]);
});

test("a fault is written down with its reason; a full disk pauses, and nothing is lost", async () => {
  scene.hub.fault = new ModelFileError("gated", {
    repo: "tests/models",
    host: "scene.hub.example",
  });
  await scene.want(small);
  await runModels(scene.services, never());
  const failed = await scene.row(small);
  expect(failed).toMatchObject({ state: "failed", fault: { kind: "gated" } });
  expect(failed.reason).toContain("accept it on scene.hub.example");
  scene.hub.free = 1_000;
  await scene.act(small, "retry");
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "paused", fault: { kind: "no-space" } });
  scene.hub.free = 100_000_000_000;
  scene.runtime.fault = new EngineError("provider-down", "The model ended by itself.");
  await scene.act(small, "resume");
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({
    state: "failed",
    reason: "The model ended by itself.",
    fault: null,
  });
  await scene.act(small, "retry");
  await runModels(scene.services, never());
  expect(await scene.offered()).toEqual(["small"]);
  expect(scene.hub.fetched).toEqual([small.files[0].path]);
});

test("checking and measuring again leave the model offered, unless that fails", async () => {
  await scene.want(small);
  await runModels(scene.services, never());
  await scene.act(small, "verify");
  expect(await scene.offered()).toEqual(["small"]);
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "ready", offered: true, seconds: 25 });
  scene.runtime.seconds = 12;
  await scene.act(small, "measure");
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "ready", offered: true, seconds: 12 });
  await scene.act(small, "measure");
  await scene.act(small, "cancel");
  expect(await scene.row(small)).toMatchObject({ state: "ready", offered: true });
  scene.runtime.fault = new EngineError("overloaded", "There was too little memory.");
  await scene.act(small, "measure");
  await runModels(scene.services, never());
  expect(await scene.row(small)).toMatchObject({ state: "failed", offered: false });
});
