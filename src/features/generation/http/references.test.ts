import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster } from "#tests/harness/cast-routes.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { quickEngine, type QuickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { ReferenceOffer } from "#app/rules/references.ts";
import { deletePicture, saveUpload } from "#app/features/pictures/commands.ts";
import { lineageOf } from "#app/features/pictures/queries.ts";
import { startWorker } from "../jobs.ts";
import type { Cast } from "../queries.ts";
import type { StyleKit } from "../queries/kits.ts";

const offer: ReferenceOffer = {
  roles: { style: 2, palette: 4, composition: 1 },
  max: 4,
  weights: true,
  wordsOnly: ["composition"],
};

let services: OpenServices;
let worker: ReturnType<typeof startWorker>;
let main: QuickEngine;
let told: QuickEngine;
beforeAll(async () => {
  const down = { throws: { kind: "auth" as const }, delivers: 0 };
  main = { ...quickEngine({ down }, { label: "Main", references: offer }), id: "main" };
  const plain = { ...quickEngine({}, { label: "Plain" }), id: "plain" };
  const spare = { label: "Spare", references: { roles: { style: 1 }, max: 1, weights: false } };
  told = { ...quickEngine({}, spare), id: "told" };
  services = await testServices({
    engines: new Map([main, plain, told].map((engine) => [engine.id, engine])),
  });
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

async function aCaster() {
  const caster = await aRouteCaster(services, 60);
  const actor: Member = { role: "member", userId: caster.member.id };
  const read = async (id: string) =>
    (await (await caster.app.request(`/api/generations/${id}`)).json()) as Cast;
  const ended = async (body: object): Promise<Cast> => {
    const { id } = await caster.cast({ engine: "main", ...body });
    await expect.poll(async () => (await read(id)).finishedAt).not.toBeNull();
    return read(id);
  };
  const refused = async (body: object) => {
    const answer = await caster.post({ prompt: "a lake", engine: "main", ...body });
    return { status: answer.status, ...((await answer.json()) as { errors?: object[] }) };
  };
  const makeKit = async (body: object) => {
    const answer = await caster.app.request("/api/style-kits", {
      method: "POST",
      body: JSON.stringify({
        name: "Board",
        palette: [],
        material: "",
        lighting: "",
        camera: "",
        ...body,
      }),
      headers: { "content-type": "application/json" },
    });
    return { status: answer.status, kit: (await answer.json()) as StyleKit };
  };
  return { ...caster, actor, ended, refused, makeKit };
}

const upload = async (actor: Member) =>
  saveUpload(
    services,
    actor,
    await sharp({ create: { width: 80, height: 60, channels: 3, background: "#b45309" } })
      .png()
      .toBuffer(),
  );

test("ST-02 references reach the engine with their roles and weights, and are kept with cast and picture", async () => {
  const one = await aCaster();
  const other = await aMember(services);
  const shown = await aPicture(services, other, { title: "Amber hour" });
  const { id: uploadId } = await upload(one.actor);
  const cast = await one.ended({
    prompt: "a lake",
    references: [
      { pictureId: shown.id, role: "style", weight: 0.25 },
      { uploadId, role: "palette" },
    ],
  });
  expect(cast).toMatchObject({
    state: "done",
    kind: "create",
    source: null,
    references: [
      { role: "style", weight: 0.25, fromKit: false, picture: { id: shown.id }, uploadId: null },
      { role: "palette", weight: null, picture: null, uploadId },
    ],
  });
  const request = main.calls.at(-1);
  expect(request?.references?.map(({ role, weight }) => [role, weight])).toEqual([
    ["style", 0.25],
    ["palette", undefined],
  ]);
  for (const { bytes } of request?.references ?? []) {
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(0);
  }
  const { picture } = cast.progress[0];
  const lineage = await lineageOf(services.db, picture?.id ?? "", guest);
  // An edge of its own kind: no source, no remix, and an upload is shown to nobody.
  expect(lineage).toMatchObject({
    source: null,
    ancestors: [],
    references: [{ role: "style", picture: { id: shown.id } }],
  });
  expect((await lineageOf(services.db, shown.id, guest))?.remixes).toEqual([]);
});

test("ST-02 what a model does not take is refused by its place, before credits are set aside", async () => {
  const one = await aCaster();
  const { id: pictureId } = await aPicture(services, one.member);
  const named = (...roles: string[]) => roles.map((role) => ({ pictureId, role }));
  const before = await one.balance();
  expect(await one.refused({ references: named("palette", "subject") })).toMatchObject({
    status: 400,
    errors: [{ path: "references.1", code: "unsupported" }],
  });
  expect(await one.refused({ references: named("style", "style", "style") })).toMatchObject({
    errors: [{ path: "references.2", code: "too-many" }],
  });
  const remix = { source: { pictureId }, references: named("composition") };
  expect(await one.refused(remix)).toMatchObject({
    errors: [{ path: "references.0", code: "mode" }],
  });
  const plain = { engine: "plain", references: named("style") };
  expect(await one.refused(plain)).toMatchObject({ status: 400 });
  const weighed = { engine: "told", references: [{ pictureId, role: "style", weight: 0.5 }] };
  expect(await one.refused(weighed)).toMatchObject({ errors: [{ code: "weight" }] });
  expect((await one.refused({ references: named("mood") })).status).toBe(400);
  expect(await one.balance()).toEqual(before);
});

test("ST-02 a picture or upload that the member may not use is refused as one that does not exist", async () => {
  const [one, two] = [await aCaster(), await aCaster()];
  const hidden = await aPicture(services, two.member, { is_public: false });
  const waiting = await aPicture(services, two.member, { approved: false, status: "waiting" });
  const { id: uploadId } = await upload(two.actor);
  const unknown = "0198c0de-0000-7000-8000-000000000001";
  for (const reference of [
    { pictureId: hidden.id },
    { pictureId: waiting.id },
    { pictureId: unknown },
    { uploadId },
  ]) {
    const field = Object.keys(reference)[0];
    expect(await one.refused({ references: [{ ...reference, role: "style" }] })).toMatchObject({
      status: 400,
      errors: [{ path: `references.0.${field}`, code: "unknown" }],
    });
  }
});

test("ST-07 only an engine that takes the references takes over", async () => {
  const one = await aCaster();
  const { id: pictureId } = await aPicture(services, one.member);
  const body = { prompt: "down a lake", fallback: true };
  const taken = await one.ended({ ...body, references: [{ pictureId, role: "style" }] });
  expect(taken).toMatchObject({ state: "done", engine: { id: "told" }, fellBackFrom: "Main" });
  expect(told.calls.at(-1)?.references).toHaveLength(1);
  const kept = await one.ended({ ...body, references: [{ pictureId, role: "palette" }] });
  expect(kept).toMatchObject({ state: "failed", engine: { id: "main" }, fellBackFrom: null });
});

test("a reference that is deleted while the cast waits fails it with its credits back", async () => {
  const one = await aCaster();
  const { id: pictureId } = await aPicture(services, one.member);
  const before = await one.balance();
  await worker.stop();
  const { id } = await one.cast({
    prompt: "a lake",
    engine: "main",
    references: [{ pictureId, role: "style" }],
  });
  await deletePicture(services, one.actor, pictureId);
  worker = startWorker(services);
  const read = async () => (await (await one.app.request(`/api/generations/${id}`)).json()) as Cast;
  await expect.poll(async () => (await read()).state).toBe("failed");
  expect(await read()).toMatchObject({
    failReason: "A picture that it refers to is no longer there.",
    references: [{ role: "style", picture: null }],
  });
  expect(await one.balance()).toEqual(before);
});

test("others see of what a picture was made with only what they may see; what is gone leaves a tombstone", async () => {
  const one = await aCaster();
  const secret = await aPicture(services, one.member, { is_public: false, title: "Secret" });
  const shown = await aPicture(services, one.member);
  const gone = await aPicture(services, one.member);
  const cast = await one.ended({
    prompt: "a lake",
    references: [secret, gone, shown].map(({ id }) => ({ pictureId: id, role: "palette" })),
  });
  const id = cast.progress[0].picture?.id ?? "";
  await deletePicture(services, one.actor, gone.id);
  const seenBy = async (actor: Parameters<typeof lineageOf>[2]) =>
    (await lineageOf(services.db, id, actor))?.references.map(({ picture }) => picture?.id ?? null);
  expect(await seenBy(one.actor)).toEqual([secret.id, null, shown.id]);
  expect(await seenBy(guest)).toEqual([null, shown.id]);
  const stranger = await aMember(services);
  expect(await seenBy({ role: "member", userId: stranger.id })).toEqual([null, shown.id]);
  // As the words: hidden by the owner, nothing of it is told.
  await services.db
    .updateTable("pictures")
    .set({ prompt_hidden: true })
    .where("id", "=", id)
    .execute();
  expect(await seenBy(guest)).toEqual([]);
  expect(await seenBy(one.actor)).toEqual([secret.id, null, shown.id]);
});

test("ST-08 a kit's mood board is cast with as far as the engine takes it, and shown as far as its pictures are", async () => {
  const [one, two] = [await aCaster(), await aCaster()];
  const pictures = [];
  for (let n = 0; n < 3; n += 1) pictures.push(await aPicture(services, one.member));
  const secret = await aPicture(services, one.member, { is_public: false });
  const board = [...pictures, secret].map(({ id }) => ({ pictureId: id, role: "style" }));
  const { kit } = await one.makeKit({ board });
  expect(kit.board.map(({ id }) => id)).toEqual(board.map(({ pictureId }) => pictureId));
  await one.app.request(`/api/style-kits/${kit.id}`, {
    method: "PATCH",
    body: JSON.stringify({ isShared: true }),
    headers: { "content-type": "application/json" },
  });
  const lists = (await (await two.app.request("/api/style-kits")).json()) as {
    shared: StyleKit[];
  };
  const shared = lists.shared.find(({ id }) => id === kit.id);
  expect(shared?.board.map(({ id }) => id)).toEqual(pictures.map(({ id }) => id));
  const own = await aPicture(services, two.member);
  const cast = await two.ended({
    prompt: "a lake",
    styleKit: kit.id,
    references: [{ pictureId: own.id, role: "style" }],
  });
  expect(cast.references.map(({ picture, fromKit }) => [picture?.id, fromKit])).toEqual([
    [own.id, false],
    [pictures[0].id, true],
  ]);
  const plain = await two.ended({ prompt: "a lake", styleKit: kit.id, engine: "plain" });
  expect(plain).toMatchObject({ state: "done", references: [] });
});

test("ST-08 a mood board has at most six pictures, each once and each one that the member may use", async () => {
  const [one, two] = [await aCaster(), await aCaster()];
  const mine = await aPicture(services, one.member);
  const secret = await aPicture(services, two.member, { is_public: false });
  const style = (id: string) => ({ pictureId: id, role: "style" });
  const ids = Array.from({ length: 7 }, (_, n) => `0198c0de-0000-7000-8000-00000000000${n}`);
  for (const board of [
    [style(secret.id)],
    [style(mine.id), style(mine.id)],
    ids.map(style),
    [{ pictureId: mine.id, role: "subject" }],
  ]) {
    expect((await one.makeKit({ board })).status).toBe(400);
  }
  expect((await one.makeKit({ board: [style(mine.id)] })).status).toBe(201);
});
