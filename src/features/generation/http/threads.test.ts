import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { castRoutes } from "#tests/harness/cast-routes.ts";
import { actorFor, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { deletePicture, updatePicture } from "#app/features/pictures/commands.ts";
import { lineageOf } from "#app/features/pictures/queries.ts";
import type { Thread, ThreadEntry } from "../queries/threads.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

type Owner = { id: string };
const remix = (owner: Owner, sourcePictureId: string, prompt: string, isPublic = true) =>
  madePicture(services, owner, { sourcePictureId, prompt, title: prompt, isPublic });

async function see(owner: Owner, root: string) {
  const app = castRoutes(services, { role: "member", userId: owner.id });
  const answer = await app.request(`/api/threads/${root}`);
  return answer.status === 200 ? ((await answer.json()) as Thread) : null;
}
async function listed(owner: Owner) {
  const app = castRoutes(services, { role: "member", userId: owner.id });
  return ((await (await app.request("/api/threads")).json()) as { items: ThreadEntry[] }).items;
}
const shape = (thread: Thread | null) =>
  thread?.nodes
    .map(({ id, parentId, kind, label }) => ({ id, parentId, kind, label }))
    .toSorted((a, b) => a.id.localeCompare(b.id));

test("WK-01 a thread is the whole tree of a source across members, named by what changed", async () => {
  const [ines, kenji] = [await aMember(services), await aMember(services)];
  const source = await madePicture(services, ines, { prompt: "a coral arch", title: "Arch" });
  const night = await remix(kenji, source.id, "a coral arch by night");
  const lamp = await remix(ines, night.id, "a coral arch by night, indigo lamp");
  for (const from of [source.id, night.id, lamp.id]) {
    expect(shape(await see(ines, from))).toEqual(
      [
        { id: source.id, parentId: null, kind: "picture", label: "coral arch" },
        { id: night.id, parentId: source.id, kind: "picture", label: "night" },
        { id: lamp.id, parentId: night.id, kind: "picture", label: "indigo lamp" },
      ].toSorted((a, b) => a.id.localeCompare(b.id)),
    );
  }
  const [entry] = await listed(kenji);
  expect(entry).toMatchObject({ root: source.id, title: "Arch", branches: 1, casts: 3 });
  expect(await listed(await aMember(services))).toEqual([]);
});

test("B29 remixes of one picture with one prompt have labels of their own", async () => {
  const ines = await aMember(services);
  const source = await madePicture(services, ines, { prompt: "a coral arch", title: "Arch" });
  await remix(ines, source.id, "a coral arch by night");
  await remix(ines, source.id, "a coral arch by night");
  const labels = (await see(ines, source.id))?.nodes
    .filter(({ parentId }) => parentId === source.id)
    .map(({ label }) => label);
  expect(labels).toEqual(["night, 1 of 2", "night, 2 of 2"]);
});

test("WK-01 others' private pictures are hidden: a node where it has visible descendants, else nothing", async () => {
  const [ines, kenji] = [await aMember(services), await aMember(services)];
  const source = await madePicture(services, ines, {});
  const secret = await remix(kenji, source.id, "secret words", false);
  const shown = await remix(kenji, secret.id, "shown words");
  const leaf = await remix(kenji, source.id, "secret leaf", false);
  const seen = await see(ines, source.id);
  expect(seen?.nodes.find(({ id }) => id === secret.id)).toEqual({
    id: secret.id,
    parentId: source.id,
    kind: "hidden",
    label: "",
    width: expect.any(Number) as number,
    height: expect.any(Number) as number,
    picture: null,
    cost: null,
    createdAt: null,
  });
  expect(JSON.stringify(seen)).not.toContain("secret");
  expect(seen?.nodes.some(({ id }) => id === leaf.id)).toBe(false);
  expect((await see(kenji, source.id))?.nodes).toHaveLength(4);
  await updatePicture(services, actorFor(kenji), shown.id, { is_public: false });
  expect((await see(ines, source.id))?.nodes).toHaveLength(1);
});

test("WK-01 a deleted picture leaves a tombstone, also at the root", async () => {
  const ines = await aMember(services);
  const actor = actorFor(ines);
  const source = await madePicture(services, ines, {});
  const middle = await remix(ines, source.id, "middle");
  const last = await remix(ines, middle.id, "last");
  const leaf = await remix(ines, last.id, "leaf");
  await deletePicture(services, actor, middle.id);
  await deletePicture(services, actor, leaf.id);
  const places = async () =>
    (await see(ines, last.id))?.nodes
      .map(({ id, parentId, kind }) => ({ id, parentId, kind }))
      .toSorted((a, b) => a.id.localeCompare(b.id));
  expect(await places()).toEqual([
    { id: source.id, parentId: null, kind: "picture" },
    { id: middle.id, parentId: source.id, kind: "gap" },
    { id: last.id, parentId: middle.id, kind: "picture" },
  ]);
  await deletePicture(services, actor, source.id);
  expect(await places()).toEqual([
    { id: source.id, parentId: null, kind: "gap" },
    { id: middle.id, parentId: source.id, kind: "gap" },
    { id: last.id, parentId: middle.id, kind: "picture" },
  ]);
  expect((await listed(ines))[0]).toMatchObject({ root: source.id, title: "last", casts: 1 });
});

test("WK-01 a thread without visible pictures is not found", async () => {
  const [ines, kenji] = [await aMember(services), await aMember(services)];
  const secret = await madePicture(services, kenji, { isPublic: false });
  expect(await see(ines, secret.id)).toBeNull();
  expect(await see(ines, "nonsense")).toBeNull();
});

/** Pictures without casts, each with its parent's index; the first is the source of all. */
async function aTree(owner: Owner, parents: readonly number[]) {
  const ids = [(await aPicture(services, owner)).id];
  for (const parent of parents) {
    const line = { source_picture_id: ids[parent], root_picture_id: ids[0] };
    ids.push((await aPicture(services, owner, line)).id);
  }
  return ids;
}

test("MO-09 WK-01 a line of fifty generations is whole on the picture's page and in its thread", async () => {
  const ines = await aMember(services);
  const ids = await aTree(
    ines,
    Array.from({ length: 50 }, (_, n) => n),
  );
  const lineage = await lineageOf(services.db, ids[50], actorFor(ines));
  expect(lineage?.ancestors.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  expect(lineage?.source?.id).toBe(ids[49]);
  const places = (await see(ines, ids[50]))?.nodes ?? [];
  expect(places.map(({ id, parentId }) => [id, parentId])).toEqual(
    ids.map((id, n) => [id, n === 0 ? null : ids[n - 1]]),
  );
});

test("WK-01 a large thread is counted by its first picture", async () => {
  const ines = await aMember(services);
  const [root] = await aTree(
    ines,
    Array.from({ length: 110 }, () => 0),
  );
  await services.db
    .updateTable("pictures")
    .set({ remix_group_count: 110 })
    .where("id", "=", root)
    .execute();
  expect(await listed(ines)).toMatchObject([{ root, casts: 111, branches: 110 }]);
});
