/** What becomes of models that are removed, or whose worker is gone; and what is written down of what admins do. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { undoSeconds } from "#app/rules/model-states.ts";
import { aModel } from "#tests/harness/models.ts";
import { codeOf, openPressedModels } from "#tests/harness/pressed-models.ts";
import { runModels, tendModels } from "../jobs.ts";
import { modelRow } from "../queries/rows.ts";

const small = aModel("small");
const second = aModel("second");

type Scene = Awaited<ReturnType<typeof openPressedModels>>;
let scene: Scene;
beforeAll(async () => {
  scene = await openPressedModels([small, second]);
});
beforeEach(() => scene.reset());
afterAll(() => scene.close());

const never = () => new AbortController().signal;

test("a removal can be undone for a while; then its files are deleted, and those of others stay", async () => {
  await scene.want(small);
  await scene.want(second);
  await runModels(scene.services, never());
  await scene.act(small, "remove");
  expect(await scene.offered()).toEqual(["second"]);
  await tendModels(scene.services);
  expect(scene.hub.swept).toBeNull();
  await scene.act(small, "restore");
  expect(await scene.offered()).toEqual(["small", "second"]);

  await scene.act(small, "remove");
  await scene.services.db
    .updateTable("models")
    .set({ removed_at: new Date(Date.now() - (undoSeconds + 1) * 1000) })
    .where("id", "=", "small")
    .execute();
  await tendModels(scene.services);
  expect(scene.hub.swept).toEqual(new Set([second.files[0].sha256]));
  expect(await modelRow(scene.services.db, "small")).toBeNull();
  expect(await codeOf(scene.act(small, "restore"))).toBe("not-found");
});

test("every action is in the audit log, and one that its state does not allow changes nothing", async () => {
  const { before } = await scene.services.db
    .selectFrom("admin_audit")
    .select((eb) => eb.fn.coalesce(eb.fn.max("id"), eb.lit(0)).as("before"))
    .executeTakeFirstOrThrow();
  await scene.want(small);
  await scene.act(small, "pause");
  expect(await codeOf(scene.act(small, "offer"))).toBe("conflict");
  await scene.act(small, "cancel");
  await scene.act(small, "restore");
  const entries = await scene.services.db
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
  expect((await scene.row(small)).state).toBe("paused");
});

test("upkeep wakes a worker for what waits, and for nothing else", async () => {
  const waiting = async () =>
    (await scene.services.jobs.counts()).find(({ queue }) => queue === "model")?.waiting ?? 0;
  const before = await waiting();
  await tendModels(scene.services);
  expect(await waiting()).toBe(before);
  await scene.want(small);
  expect(await waiting()).toBe(before + 1);
  await scene.services.db
    .updateTable("models")
    .set({ state: "working", run: randomUUID() })
    .execute();
  await tendModels(scene.services);
  expect(await waiting()).toBe(before + 1);
  await scene.services.db
    .updateTable("models")
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .execute();
  await tendModels(scene.services);
  expect(await waiting()).toBe(before + 2);
});
