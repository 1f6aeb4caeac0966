import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster } from "#tests/harness/cast-routes.ts";
import { aPicture } from "#tests/harness/factories.ts";
import { aMask, anEditor, keepMask } from "#tests/harness/masks.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine({}, { mask: true, extend: true });
  const plain = { ...quickEngine(), id: "plain" };
  services = await testServices({
    engines: new Map([
      [quick.id, quick],
      [plain.id, plain],
    ]),
  });
});
afterAll(() => services.close());

test("an edit is queued with its mask, for what a remix costs, and has its source's size with what is added", async () => {
  const { cast, app, source, maskId } = await anEditor(services);
  const edit = { maskId, grow: 4, feather: 8, extend: { right: 10, top: 6 } };
  const { id, cost } = await cast({
    prompt: "a lake",
    source,
    edit,
    aspect: "1:1",
    quality: "high",
  });
  expect(cost).toBe(services.env.REMIX_CREDITS);
  const shown = await (await app.request(`/api/generations/${id}`)).json();
  expect(shown).toMatchObject({
    kind: "remix",
    aspect: "3:2",
    edit: { maskId, grow: 4, feather: 8, extend: { left: 0, top: 6, right: 10, bottom: 0 } },
  });
  const row = await services.db
    .selectFrom("generations")
    .select(["width", "height"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ width: 40, height: 26 });
});

type Editor = Awaited<ReturnType<typeof anEditor>>;
test.each<
  [why: string, status: number, path: string | null, body: (by: Editor) => object | Promise<object>]
>([
  ["has no source", 400, "edit", ({ maskId }) => ({ edit: { maskId } })],
  ["changes nothing", 400, "edit", ({ source }) => ({ source, edit: { grow: 3 } })],
  [
    "has a mask of another size",
    400,
    "edit.maskId",
    async ({ app, source }) => ({
      source,
      edit: { maskId: await keepMask(app, await aMask(20, 30)) },
    }),
  ],
  [
    "has a black mask and adds nothing",
    400,
    "edit.maskId",
    async ({ app, source }) => ({
      source,
      edit: { maskId: await keepMask(app, await aMask(30, 20, "#000000")) },
    }),
  ],
  [
    "has a mask of somebody else",
    404,
    null,
    async ({ source }) => ({ source, edit: { maskId: (await anEditor(services)).maskId } }),
  ],
  [
    "has a mask that is not there",
    404,
    null,
    ({ source }) => ({ source, edit: { maskId: uuidv7() } }),
  ],
  [
    "grows too far",
    400,
    "edit.grow",
    ({ source, maskId }) => ({ source, edit: { maskId, grow: 65 } }),
  ],
  [
    "has too soft an edge",
    400,
    "edit.feather",
    ({ source, maskId }) => ({ source, edit: { maskId, feather: 65 } }),
  ],
  [
    "adds too much",
    400,
    "edit.extend.left",
    ({ source }) => ({ source, edit: { extend: { left: 2049 } } }),
  ],
  [
    "would be longer than 4096",
    400,
    "edit.extend",
    ({ source }) => ({ source, edit: { extend: { left: 2048, right: 2040 } } }),
  ],
  [
    "has a field that is unknown",
    400,
    "edit.invert",
    ({ source, maskId }) => ({ source, edit: { maskId, invert: true } }),
  ],
  [
    "names an engine without masks",
    400,
    "edit.maskId",
    ({ source, maskId }) => ({ source, edit: { maskId }, engine: "plain" }),
  ],
  [
    "names an engine that adds nothing",
    400,
    "edit.extend",
    ({ source }) => ({ source, edit: { extend: { top: 8 } }, engine: "plain" }),
  ],
])("an edit is refused that %s, and costs nothing", async (_why, status, path, body) => {
  const editor = await anEditor(services);
  const answer = await editor.post({ prompt: "a lake", ...(await body(editor)) });
  const problem = (await answer.json()) as { detail?: string; errors?: { path: string }[] };
  expect(answer.status).toBe(status);
  const paths = problem.errors?.map((error) => error.path) ?? [];
  const named = path === null ? [] : [path];
  expect(paths).toEqual(expect.arrayContaining(named));
  expect(await editor.balance()).toEqual({ current: 50, held: 0 });
});

test("a mask of another size is refused with both sizes", async () => {
  const { post, app, source } = await anEditor(services);
  const maskId = await keepMask(app, await aMask(20, 30));
  const answer = await post({ prompt: "a lake", source, edit: { maskId } });
  const { detail } = (await answer.json()) as { detail: string };
  expect(detail).toContain("20 × 30");
  expect(detail).toContain("30 × 20");
});

test("a black mask is taken where something is added", async () => {
  const { cast, app, source } = await anEditor(services);
  const maskId = await keepMask(app, await aMask(30, 20, "#000000"));
  const { state } = await cast({ prompt: "a lake", source, edit: { maskId, extend: { left: 8 } } });
  expect(state).toBe("queued");
});

test("a source picture that is not the member's to see is no source of an edit", async () => {
  const { post, maskId } = await anEditor(services);
  const other = await aRouteCaster(services);
  const hidden = await aPicture(services, other.member, { is_public: false });
  const answer = await post({
    prompt: "a lake",
    source: { pictureId: hidden.id },
    edit: { maskId },
  });
  expect(answer.status).toBe(400);
});

test("a change of a waiting edit keeps what it edits, and its ratio", async () => {
  const { cast, app, source, maskId } = await anEditor(services);
  const { id } = await cast({ prompt: "a lake", source, edit: { maskId, feather: 2 } });
  const answer = await app.request(`/api/queue/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ version: 1, prompt: "a boat", aspect: "16:9", quality: "high" }),
  });
  expect(answer.status).toBe(200);
  const row = await services.db
    .selectFrom("generations")
    .select(["prompt", "quality", "aspect", "width", "height", "mask_id", "edit"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const extend = { left: 0, top: 0, right: 0, bottom: 0 };
  expect(row).toEqual({
    prompt: "a boat",
    quality: "high",
    aspect: "3:2",
    width: 30,
    height: 20,
    mask_id: maskId,
    edit: { grow: 0, feather: 2, extend },
  });
});
