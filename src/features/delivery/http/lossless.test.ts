import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aTransparentPicture, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { createDelivery } from "../http.ts";
import { downloadRoutes } from "./download.ts";
import { createVariants, type Variants } from "./variants.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let server: Server;
let origin: string;
let variants: Variants;
let download: (url: string, headers?: Record<string, string>, actor?: Actor) => Promise<Response>;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  variants = createVariants(services);
  const shared = { limits: createLimits(100, services.pool), variants };
  const delivery = createDelivery(services, shared);
  server = createServer((req, res) => {
    if (!delivery(req, res)) res.writeHead(418).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const routes = downloadRoutes(services, shared);
  download = async (url, headers = {}, actor = guest) =>
    new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set("actor", actor);
        c.set("ip", "127.0.0.1");
        await next();
      })
      .route("/", routes)
      .onError((error) => problem(error, "request-1"))
      .request(`/api/download/image?${new URLSearchParams({ url })}`, { headers });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await variants.flush();
  await services.close();
});

async function made(format: "png" | "webp", more: object = {}) {
  const png = await aTransparentPicture(format);
  const picture = await madePicture(services, owner, { png, isLossless: true, ...more });
  const bytes = (await services.storage.get(picture.storageKey))?.bytes ?? Buffer.alloc(0);
  return { ...picture, bytes };
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test.each(["png", "webp"] as const)(
  "IM-05 the original is at /{key}.%s, whole, in parts and not twice",
  async (format) => {
    const { slug, bytes } = await made(format);
    const answer = await get(`/${slug}.${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(`image/${format}`);
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
    const etag = answer.headers.get("etag") ?? "";
    expect((await get(`/${slug}.${format}`, { "if-none-match": etag })).status).toBe(304);
    const part = await get(`/${slug}.${format}`, { range: "bytes=100-199", "if-range": etag });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${bytes.length}`);
    expect((await bytesOf(part)).equals(bytes.subarray(100, 200))).toBe(true);
  },
);

test("IM-05 /{key}.jpg is the whole picture as a JPEG on white, with its own ETag and no parts", async () => {
  const { slug } = await made("png");
  const answer = await get(`/${slug}.jpg`, { range: "bytes=0-9" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect(answer.headers.get("accept-ranges")).toBeNull();
  const original = await get(`/${slug}.png`);
  expect(answer.headers.get("etag")).not.toBe(original.headers.get("etag"));
  const { data, info } = await sharp(await bytesOf(answer))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 256, height: 256, channels: 3 });
  for (const value of data.subarray(0, 3)) expect(value).toBeGreaterThan(250);
});

test("sizes of a transparent picture come as they are asked for, on white but for PNG", async () => {
  const { slug } = await made("webp");
  for (const [name, accept, type, channels] of [
    [`${slug}.webp`, "*/*", "image/webp", 3],
    [`${slug}.png`, "*/*", "image/png", 4],
    [slug, "image/avif,image/webp", "image/avif", 3],
    [slug, "image/png", "image/jpeg", 3],
  ] as const) {
    const answer = await get(`/i/300x0/q75/${name}`, { accept });
    expect([name, answer.headers.get("content-type")]).toEqual([name, type]);
    expect((await sharp(await bytesOf(answer)).metadata()).channels).toBe(channels);
  }
});

test("a form in which a picture is not kept is not there", async () => {
  const [png, jpeg] = [await made("png"), await madePicture(services, owner)];
  expect((await get(`/${png.slug}.webp`)).status).toBe(404);
  expect((await get(`/${jpeg.slug}.png`)).status).toBe(404);
  expect((await get(`/${jpeg.slug}.jpg`)).headers.get("accept-ranges")).toBe("bytes");
  expect((await download(`/${png.slug}.webp`)).status).toBe(404);
});

test("a private original is its owner's alone", async () => {
  const { slug } = await made("png", { isPublic: false });
  for (const form of ["png", "jpg"]) {
    expect((await get(`/${slug}.${form}`)).status).toBe(404);
    expect((await download(`/${slug}.${form}`)).status).toBe(404);
    const own = await download(`/${slug}.${form}`, {}, actorFor(owner));
    expect(own.status).toBe(200);
    await own.body?.cancel();
  }
});

test.each(["png", "webp"] as const)(
  "IM-04 a download of a %s has its name, its type, and goes on where it broke off, counted once",
  async (format) => {
    const { id, slug, bytes } = await made(format);
    const answer = await download(`/${slug}.${format}`);
    expect(answer.headers.get("content-type")).toBe(`image/${format}`);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="${slug}.${format}"`,
    );
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
    const etag = answer.headers.get("etag") ?? "";
    const rest = await download(`/${slug}.${format}`, { range: "bytes=500-", "if-range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes 500-${bytes.length - 1}/${bytes.length}`);
    expect((await bytesOf(rest)).equals(bytes.subarray(500))).toBe(true);
    const other = { range: "bytes=500-", "if-range": '"another file"' };
    const again = await download(`/${slug}.${format}`, other);
    expect(again.status).toBe(200);
    await again.body?.cancel();
    const beyond = await download(`/${slug}.${format}`, { range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${bytes.length}`);
    const { downloads } = await services.db
      .selectFrom("pictures")
      .select("downloads")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(downloads).toBe(2);
  },
);
