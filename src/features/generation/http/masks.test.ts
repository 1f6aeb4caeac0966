import sharp from "sharp";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRouteCaster, castRoutes } from "#tests/harness/cast-routes.ts";
import { aMask, anEditor, keepMask, sendMask } from "#tests/harness/masks.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { pngHeader, pngOf } from "#tests/fixtures/png-chunks.ts";
import { guest } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { tendMasks } from "../jobs/masks.ts";

let services: OpenServices;
beforeAll(async () => {
  const quick = quickEngine({}, { mask: true, extend: true });
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
});
afterAll(() => services.close());

test("a mask is kept in grey: white, black, what is between, and how opaque it is; its member reads it again", async () => {
  const { app } = await aRouteCaster(services);
  const pixels = Buffer.from(
    [
      [255, 255, 255, 255],
      [0, 0, 0, 255],
      [128, 128, 128, 255],
      [255, 255, 255, 0],
      [255, 255, 255, 100],
      [200, 200, 200, 128],
    ].flat(),
  );
  const png = await sharp(pixels, { raw: { width: 6, height: 1, channels: 4 } })
    .png()
    .toBuffer();
  const answer = await sendMask(app, png);
  expect(answer.status).toBe(201);
  const { id, ...size } = (await answer.json()) as { id: string };
  expect(size).toEqual({ width: 6, height: 1 });
  const shown = await app.request(`/api/masks/${id}`);
  expect(shown.headers.get("content-type")).toBe("image/png");
  const kept = new Uint8Array(await shown.arrayBuffer());
  expect(await sharp(kept).metadata()).toMatchObject({ channels: 1, depth: "uchar" });
  const grey = await sharp(kept).extractChannel(0).raw().toBuffer();
  expect([...grey]).toEqual([255, 0, 128, 0, 100, 100]);
});

test("a mask is its member's alone", async () => {
  const { app } = await aRouteCaster(services);
  const id = await keepMask(app, await aMask());
  const other = await aRouteCaster(services);
  expect((await other.app.request(`/api/masks/${id}`)).status).toBe(404);
  expect((await castRoutes(services, guest).request(`/api/masks/${id}`)).status).toBe(401);
  expect((await sendMask(castRoutes(services, guest), await aMask())).status).toBe(401);
  expect((await app.request("/api/masks/none")).status).toBe(404);
});

/** The beginning of a PNG that would have 51 megapixels. */
const tooMany = () => {
  const header = pngHeader(10_200, 5_000, 8, 0);
  return pngOf([
    header,
    { type: "IDAT", data: Buffer.alloc(9) },
    { type: "IEND", data: Buffer.alloc(0) },
  ]);
};

test.each<[why: string, status: number, bytes: () => Promise<Buffer> | Buffer]>([
  [
    "is a JPEG",
    415,
    async () =>
      sharp(await aMask())
        .jpeg()
        .toBuffer(),
  ],
  [
    "is a WebP",
    415,
    async () =>
      sharp(await aMask())
        .webp()
        .toBuffer(),
  ],
  ["is an SVG", 415, () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["is empty", 415, () => Buffer.alloc(0)],
  ["is cut off", 422, async () => (await aMask(300, 200)).subarray(0, 90)],
  ["would have 51 megapixels", 413, tooMany],
  ["has more than 4 MB", 413, () => Buffer.alloc(4 * 1024 * 1024 + 1)],
])("a mask is refused that %s", async (_why, status, bytes) => {
  const { app, member } = await aRouteCaster(services);
  expect((await sendMask(app, await bytes())).status).toBe(status);
  const rows = await services.db
    .selectFrom("masks")
    .select("id")
    .where("user_id", "=", member.id)
    .execute();
  expect(rows).toEqual([]);
});

test("masks that no cast has are deleted after a day, with their files; others stay, and so do files that are new", async () => {
  const { cast, app, source, maskId } = await anEditor(services);
  await cast({ prompt: "a lake", source, edit: { maskId } });
  const [old, young] = [await keepMask(app, await aMask()), await keepMask(app, await aMask())];
  const keyOf = async (id: string) =>
    (
      await services.db
        .selectFrom("masks")
        .select("storage_key")
        .where("id", "=", id)
        .executeTakeFirst()
    )?.storage_key;
  const oldKey = (await keyOf(old)) ?? "";
  await services.db
    .updateTable("masks")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("id", "in", [old, maskId])
    .execute();
  const orphan = `masks/ab/${uuidv7()}.png`;
  await services.storage.put(orphan, await aMask());
  await tendMasks(services);
  expect(await keyOf(old)).toBeUndefined();
  expect(await services.storage.head(oldKey)).toBeNull();
  expect(await services.storage.head(orphan)).not.toBeNull();
  for (const id of [young, maskId]) {
    expect(await services.storage.head((await keyOf(id)) ?? "")).not.toBeNull();
  }
  await tendMasks(services, new Date(Date.now() + 60_000));
  expect(await services.storage.head(orphan)).toBeNull();
  expect(await services.storage.head((await keyOf(young)) ?? "")).not.toBeNull();
});
