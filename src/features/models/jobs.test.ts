/** What becomes of a model after its press: one at a time, over pauses, restarts, faults and removals. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ModelFileError } from "#app/adapters/models/port.ts";
import { EngineError } from "#app/adapters/engines/port.ts";
import { audited } from "#app/features/admin/commands.ts";
import { isAppError } from "#app/lib/errors.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { CatalogueModel } from "#app/rules/local-models.ts";
import { slowSeconds, undoSeconds, type ModelAction } from "#app/rules/model-states.ts";
import { aModel, memoryHub, modelFile, toldRuntime } from "#tests/harness/models.ts";
import { until } from "#tests/harness/patience.ts";
import { testServices } from "#tests/harness/services.ts";
import { changeModel, confirmModel, wantModel } from "./commands.ts";
import { runModels, tendModels } from "./jobs.ts";
import { installedModels } from "./queries.ts";
import { modelRow } from "./queries/rows.ts";

const small = aModel("small");
const second = aModel("second");
const open = aModel("open", {
  files: [modelFile("weights of open", { sha256: null, bytes: null })],
});
const enlarger = aModel("enlarger", {
  family: "esrgan",
  abilities: { ...small.abilities, txt2img: false, upscale: true },
});

let hub: Awaited<ReturnType<typeof memoryHub>>;
let runtime: ReturnType<typeof toldRuntime>;
let services: OpenServices;
beforeAll(async () => {
  hub = await memoryHub([small, second, open, enlarger]);
  runtime = toldRuntime();
  services = await testServices({ modelFiles: hub, localModels: runtime });
});
beforeEach(async () => {
  await services.db.deleteFrom("models").execute();
  hub.reset();
  runtime.reset();
});
afterAll(async () => {
  await services.close();
  await hub.close();
});

const by = { system: "operator" as const, audited };
const never = () => new AbortController().signal;
const want = ({ id, licence }: CatalogueModel, hashes?: Record<string, string>) =>
  wantModel(services, id, { licence: licence.spdx, hashes }, by);
const act = (model: CatalogueModel, action: ModelAction) =>
  changeModel(services, model.id, action, by);
const row = async ({ id }: CatalogueModel) => {
  const found = await modelRow(services.db, id);
  if (!found) throw new Error(`nobody has asked for ${id}`);
  return found;
};
const offered = async () => (await installedModels(services.db)).map(({ model }) => model.id);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

test("a press fetches the runtime and the files, checks and measures, and offers", async () => {
  await want(small);
  expect(await row(small)).toMatchObject({ state: "queued", licence: "Apache-2.0" });
  await runModels(services, never());
  const done = await row(small);
  expect(done).toMatchObject({
    state: "ready",
    offered: true,
    seconds: 25,
    peak_bytes: 1_300_000_000,
    bytes_done: small.files[0].bytes,
    run: null,
  });
  expect(runtime).toMatchObject({ fetches: 1, measured: ["small", "small"] });
  const [installed] = await installedModels(services.db);
  expect(installed).toMatchObject({
    model: { id: "small" },
    files: [{ role: "model", sha256: small.files[0].sha256, bytes: small.files[0].bytes }],
    secondsPerPicture: 25,
  });
  // What members may cast with is read again by what draws.
  expect(runtime.refreshes).toBeGreaterThan(0);
});

test("models that wait are worked on one after the other, however many workers there are", async () => {
  await want(small);
  await want(second);
  await Promise.all([1, 2, 3].map(() => runModels(services, never())));
  await runModels(services, never());
  expect(await offered()).toEqual(["small", "second"]);
  expect(hub.fetched).toEqual([small.files[0].path, second.files[0].path]);
  expect(runtime.measured).toHaveLength(4);
});

test("a licence that is not the model's is refused, and so is a second press", async () => {
  const refused = wantModel(services, "small", { licence: "MIT" }, by);
  expect(await codeOf(refused)).toBe("invalid-request");
  expect(await modelRow(services.db, "small")).toBeNull();
  await want(small);
  expect(await codeOf(want(small))).toBe("conflict");
  expect(await codeOf(wantModel(services, "nope", { licence: "MIT" }, by))).toBe("not-found");
});

test("a pause is noticed while a file is fetched; going on continues with what is here", async () => {
  const gate = Promise.withResolvers<void>();
  hub.gate = gate.promise;
  await want(small);
  const running = runModels(services, never());
  await until(
    "bytes of the file",
    () => row(small),
    ({ bytes_done }) => bytes_done > 0,
  );
  await act(small, "pause");
  await running;
  expect(await row(small)).toMatchObject({ state: "paused", run: null });
  expect(hub.fetched).toEqual([]);
  await runModels(services, never());
  expect((await row(small)).state).toBe("paused");
  gate.resolve();
  await act(small, "resume");
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "ready", offered: true });
});

test("a worker that stops leaves the model to the next, and one that dies loses it after a while", async () => {
  const gate = Promise.withResolvers<void>();
  hub.gate = gate.promise;
  await want(small);
  const stopping = new AbortController();
  const running = runModels(services, stopping.signal);
  await until(
    "a worker",
    () => row(small),
    ({ state }) => state === "working",
  );
  stopping.abort();
  await running;
  expect(await row(small)).toMatchObject({ state: "queued", run: null });

  gate.resolve();
  await services.db
    .updateTable("models")
    .set({ state: "working", run: randomUUID(), seen_at: new Date() })
    .execute();
  await runModels(services, never());
  expect((await row(small)).state).toBe("working");
  await services.db
    .updateTable("models")
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .execute();
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "ready", offered: true });
});

test("a hash that only the hub knows is asked for, confirmed, and pinned", async () => {
  await want(open);
  await runModels(services, never());
  const asked = await row(open);
  const [{ path, sha256 }] = asked.statements;
  expect(asked).toMatchObject({ state: "asking", asks: "hashes", offered: false });
  expect(hub.fetched).toEqual([]);
  const wrong = confirmModel(
    services,
    "open",
    { asks: "hashes", hashes: { [path]: "0".repeat(64) } },
    by,
  );
  expect(await codeOf(wrong)).toBe("conflict");
  await confirmModel(services, "open", { asks: "hashes", hashes: { [path]: sha256 } }, by);
  await runModels(services, never());
  expect(await row(open)).toMatchObject({
    state: "ready",
    entry: { files: [{ path, sha256, revision: "a".repeat(40) }] },
  });
});

test("a hash that was seen with the licence is confirmed by it; another file on the hub is refused", async () => {
  const [{ path }] = open.files;
  const seen = modelFile("weights of open").sha256 ?? "";
  expect(await codeOf(want(small, { [small.files[0].path]: seen }))).toBe("invalid-request");
  await want(open, { [path]: seen });
  hub.hub.set(path, "other weights");
  await runModels(services, never());
  expect(await row(open)).toMatchObject({ state: "failed", fault: { kind: "changed" } });
  hub.hub.set(path, "weights of open");
  await act(open, "retry");
  await runModels(services, never());
  expect(await row(open)).toMatchObject({ state: "ready", offered: true });
});

test("a picture that takes long is offered only once an admin has confirmed it, and measured once", async () => {
  runtime.seconds = slowSeconds + 1;
  await want(small);
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "asking", asks: "slow", offered: false });
  expect(runtime.measured).toEqual(["small"]);
  expect(await offered()).toEqual([]);
  await confirmModel(services, "small", { asks: "slow" }, by);
  expect(await offered()).toEqual(["small"]);

  await want(second);
  await runModels(services, never());
  await act(second, "cancel");
  expect(await row(second)).toMatchObject({ state: "ready", offered: false });
});

test("what only enlarges is offered without a measurement", async () => {
  await want(enlarger);
  await runModels(services, never());
  expect(await row(enlarger)).toMatchObject({ state: "ready", offered: true, seconds: null });
  expect(runtime.measured).toEqual([]);
});

test("a fault is written down with its reason; a full disk pauses, and nothing is lost", async () => {
  hub.fault = new ModelFileError("gated", { repo: "tests/models", host: "hub.example" });
  await want(small);
  await runModels(services, never());
  const failed = await row(small);
  expect(failed).toMatchObject({ state: "failed", fault: { kind: "gated" } });
  expect(failed.reason).toContain("accept it on hub.example");
  hub.free = 1_000;
  await act(small, "retry");
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "paused", fault: { kind: "no-space" } });
  hub.free = 100_000_000_000;
  runtime.fault = new EngineError("provider-down", "The model ended by itself.");
  await act(small, "resume");
  await runModels(services, never());
  expect(await row(small)).toMatchObject({
    state: "failed",
    reason: "The model ended by itself.",
    fault: null,
  });
  await act(small, "retry");
  await runModels(services, never());
  expect(await offered()).toEqual(["small"]);
  expect(hub.fetched).toEqual([small.files[0].path]);
});

test("checking and measuring again leave the model offered, unless that fails", async () => {
  await want(small);
  await runModels(services, never());
  await act(small, "verify");
  expect(await offered()).toEqual(["small"]);
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "ready", offered: true, seconds: 25 });
  runtime.seconds = 12;
  await act(small, "measure");
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "ready", offered: true, seconds: 12 });
  await act(small, "measure");
  await act(small, "cancel");
  expect(await row(small)).toMatchObject({ state: "ready", offered: true });
  runtime.fault = new EngineError("overloaded", "There was too little memory.");
  await act(small, "measure");
  await runModels(services, never());
  expect(await row(small)).toMatchObject({ state: "failed", offered: false });
});

test("a removal can be undone for a while; then its files are deleted, and those of others stay", async () => {
  await want(small);
  await want(second);
  await runModels(services, never());
  await act(small, "remove");
  expect(await offered()).toEqual(["second"]);
  await tendModels(services);
  expect(hub.swept).toBeNull();
  await act(small, "restore");
  expect(await offered()).toEqual(["small", "second"]);

  await act(small, "remove");
  await services.db
    .updateTable("models")
    .set({ removed_at: new Date(Date.now() - (undoSeconds + 1) * 1000) })
    .where("id", "=", "small")
    .execute();
  await tendModels(services);
  expect(hub.swept).toEqual(new Set([second.files[0].sha256]));
  expect(await modelRow(services.db, "small")).toBeNull();
  expect(await codeOf(act(small, "restore"))).toBe("not-found");
});

test("every action is in the audit log, and one that its state does not allow changes nothing", async () => {
  const { before } = await services.db
    .selectFrom("admin_audit")
    .select((eb) => eb.fn.coalesce(eb.fn.max("id"), eb.lit(0)).as("before"))
    .executeTakeFirstOrThrow();
  await want(small);
  await act(small, "pause");
  expect(await codeOf(act(small, "offer"))).toBe("conflict");
  await act(small, "cancel");
  await act(small, "restore");
  const entries = await services.db
    .selectFrom("admin_audit")
    .select(["action", "target_id", "request_id"])
    .where("target_kind", "=", "model")
    .where("id", ">", before)
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    "model.want",
    "model.pause",
    "model.cancel",
    "model.restore",
  ]);
  expect(
    entries.every(
      ({ target_id, request_id }) => target_id === "small" && request_id === "operator",
    ),
  ).toBe(true);
  expect((await row(small)).state).toBe("paused");
});

test("upkeep wakes a worker for what waits, and for nothing else", async () => {
  const waiting = async () =>
    (await services.jobs.counts()).find(({ queue }) => queue === "model")?.waiting ?? 0;
  const before = await waiting();
  await tendModels(services);
  expect(await waiting()).toBe(before);
  await want(small);
  expect(await waiting()).toBe(before + 1);
  await services.db.updateTable("models").set({ state: "working", run: randomUUID() }).execute();
  await tendModels(services);
  expect(await waiting()).toBe(before + 1);
  await services.db
    .updateTable("models")
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .execute();
  await tendModels(services);
  expect(await waiting()).toBe(before + 2);
});
