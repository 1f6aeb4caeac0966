import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeVariant } from "#app/features/pictures/commands.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { createUploads } from "#app/lib/uploads.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aDrawing, type DrawingName } from "#tests/harness/drawn-picture.ts";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { provenanceRoutes } from "./http.ts";
import type { Verified } from "./ui/api.ts";

let services: OpenServices;
let owner: { id: string };
beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
});
afterAll(() => services.close());

/** A little grain, as pictures have: -3 to 3, the same in every run. */
const grainAt = (at: number): number => ((Math.imul(at + 1, 2_654_435_761) >>> 13) % 7) - 3;

/** A drawing with grain, as pictures have. */
async function grained(name: DrawingName): Promise<Buffer> {
  const pixels = await sharp(await aDrawing(name, 720, 480))
    .removeAlpha()
    .raw()
    .toBuffer();
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = Math.max(0, Math.min(255, pixels[at] + grainAt(at)));
  }
  return sharp(pixels, { raw: { width: 720, height: 480, channels: 3 } })
    .png()
    .toBuffer();
}

async function ask(file: Buffer, actor: Actor = guest, factor = 100): Promise<Response> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(file)]), "picture");
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      c.set("ip", "127.0.0.1");
      await next();
    })
    .route("/", provenanceRoutes(services, createLimits(factor, services.pool), createUploads()))
    .onError((error) => problem(error, "request-1"))
    .request("/api/verify", { method: "POST", body: form });
}

const verified = async (file: Buffer, actor?: Actor) =>
  (await (await ask(file, actor)).json()) as Verified;

const originalOf = async (picture: { storageKey: string }) => {
  const file = await services.storage.get(picture.storageKey);
  if (file === null) throw new Error("no original");
  return file.bytes;
};

test("IM-10 a picture that left is found again after it was made smaller, converted or cut", async () => {
  const source = await madePicture(services, owner, { png: await grained("rings") });
  const picture = await madePicture(services, owner, {
    png: await grained("disc"),
    sourcePictureId: source.id,
  });
  const original = await originalOf(picture);
  const image = () => sharp(original);
  for (const file of [
    original,
    await image().resize(400).jpeg({ quality: 75 }).toBuffer(),
    await image().webp({ quality: 60 }).toBuffer(),
  ]) {
    const found = await verified(file);
    expect(found).toMatchObject({ origin: "watermark", picture: { id: picture.id } });
    expect(found.ancestors.map(({ id }) => id)).toEqual([source.id]);
  }
  const part = { left: 18, top: 12, width: 684, height: 456 };
  expect(
    await verified(await image().extract(part).jpeg({ quality: 85 }).toBuffer()),
  ).toMatchObject({ origin: "comparison", picture: { id: picture.id } });
});

test("a copy that was cut to another form is found by the picture that its manifest names", async () => {
  const { storageKey, id } = await madePicture(services, owner, { png: await grained("disc") });
  const original = await originalOf({ storageKey });
  const request = { width: 300, height: 400, quality: 75, format: "jpg" } as const;
  const file = await makeVariant(services, () => Promise.resolve(original), request);
  const expected = (await services.provenance.canSign())
    ? { origin: "comparison", picture: { id } }
    : {};
  expect(await verified(file)).toMatchObject(expected);
});

test("a foreign picture is claimed neither by chance nor because it looks the same", async () => {
  const png = await grained("waves");
  const { id } = await madePicture(services, owner, { png });
  expect(await verified(await grained("bars"))).toMatchObject({
    origin: "none",
    picture: null,
    alike: [],
    manifest: expect.stringMatching(/none|unread/),
  });
  // The file as it was before it came here: the same picture without its mark.
  const same = await verified(png);
  expect(same).toMatchObject({ origin: "none", picture: null });
  expect(same.alike.map((each) => each.id)).toEqual([id]);
});

test("of a private picture others learn only that it was made here; its owner learns which it is", async () => {
  const png = await grained("checks");
  const picture = await madePicture(services, owner, { png, isPublic: false });
  const original = await originalOf(picture);
  const told = await (await ask(original)).text();
  expect(JSON.parse(told)).toMatchObject({ origin: "watermark", picture: null, alike: [] });
  expect(told).not.toContain(picture.slug);
  expect(told).not.toContain("Misty");
  expect((await verified(original, actorFor(owner))).picture?.id).toBe(picture.id);
  // Without its mark it is not even said to look like one.
  expect((await verified(png)).alike).toEqual([]);
});

test("a hidden prompt is in no mark of a picture or of its remixes, and the source's name neither", async () => {
  const source = await madePicture(services, owner, {
    title: "Vermilion secretary",
    prompt: "chartreuse walrus in a lighthouse",
    promptHidden: true,
  });
  const remix = await madePicture(services, owner, { sourcePictureId: source.id });
  expect((await originalOf(source)).includes("chartreuse walrus")).toBe(false);
  const remixed = await originalOf(remix);
  expect(remixed.includes("chartreuse walrus")).toBe(false);
  expect(remixed.includes("Vermilion secretary")).toBe(false);
  const { manifest } = await verified(remixed);
  if (typeof manifest === "string") return;
  expect(manifest.ingredients).toEqual([`${services.env.SERVER_URL}/i/${source.id}`]);
});

test("a picture that was deleted is still known as one of this site", async () => {
  const picture = await madePicture(services, owner, { png: await grained("haze") });
  const original = await originalOf(picture);
  await services.db.deleteFrom("pictures").where("id", "=", picture.id).execute();
  expect(await verified(original)).toMatchObject({ origin: "watermark", picture: null });
});

test("what is no picture is refused, and so is whoever asks too often", async () => {
  expect((await ask(Buffer.from("words, no picture at all"))).status).toBe(415);
  expect((await ask(await grained("disc"), guest, 0.01)).status).toBe(200);
  const routes = createLimits(0.05, services.pool);
  await routes.take("verify", "127.0.0.1");
  await expect(routes.take("verify", "127.0.0.1")).rejects.toMatchObject({ code: "rate-limited" });
});
