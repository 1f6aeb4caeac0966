import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Imaging } from "#app/adapters/imaging/port.ts";
import { openSharpImaging } from "#app/adapters/imaging/sharp.ts";
import { serveDelivery, type ServedDelivery } from "#tests/harness/delivery.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";

type Open = Awaited<ReturnType<typeof testServices>>;

let services: Open;
let owner: { id: string };
let server: ServedDelivery;
let png: Buffer;
const renders: string[] = [];
let token: string | null = null;

function counted(imaging: Imaging): Imaging {
  return {
    ...imaging,
    variant(original, request) {
      renders.push(`${request.width}x${request.height} ${request.format}`);
      return imaging.variant(original, request);
    },
  };
}

function serve(given: Open): Promise<ServedDelivery> {
  // The signing of cookies is tested with accounts; here the token stands for the cookie.
  return serveDelivery({ ...given, accounts: { ...given.accounts, sessionToken: () => token } });
}

beforeAll(async () => {
  services = await testServices({ imaging: counted(openSharpImaging(2)) });
  owner = await aMember(services);
  server = await serve(services);
  png = await aPng(1600, 1200);
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${server.url}${path}`, { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
/** Does the work as a signed-in member, or as a guest. */
async function as<T>(member: { id: string } | null, work: () => Promise<T>): Promise<T> {
  if (member !== null) {
    const session = { id: randomUUID(), user_id: member.id, token: randomUUID() };
    const expires_at = new Date(Date.now() + 60_000);
    await services.db
      .insertInto("sessions")
      .values({ ...session, expires_at })
      .execute();
    token = session.token;
  }
  try {
    return await work();
  } finally {
    token = null;
  }
}

test("IM-05 resizes to what the address says, in its format, and gives the original byte for byte", async () => {
  const { slug, storageKey } = await madePicture(services, owner, { png });
  const cases = [
    [`/i/512x0/q75/${slug}.webp`, "webp", 512, 384],
    [`/i/0x300/q75/${slug}.jpg`, "jpeg", 400, 300],
    [`/i/300x300/q75/${slug}.png`, "png", 300, 300],
    [`/i/1200x/q75/${slug}.avif`, "heif", 1200, 900],
    [`/i/0x0/q75/${slug}.jpeg`, "jpeg", 1600, 1200],
    [`/i/24x0/q10/${slug}.webp`, "webp", 24, 18],
  ] as const;
  for (const [path, format, width, height] of cases) {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(`image/${format === "heif" ? "avif" : format}`);
    expect(await sharp(await bytesOf(answer)).metadata()).toMatchObject({ format, width, height });
  }
  const original = await ask(`/${slug}.jpg`);
  expect(original.headers.get("content-type")).toBe("image/jpeg");
  expect(
    (await bytesOf(original)).equals(
      (await services.storage.get(storageKey))?.bytes ?? Buffer.alloc(0),
    ),
  ).toBe(true);
});

test("IM-05 the older forms of filenames reach the same picture, the page's address is not taken", async () => {
  const { id, slug } = await madePicture(services, owner);
  for (const name of [`${id}-any-words.jpg`, `${id}.webp`]) {
    expect((await ask(`/i/24x0/q10/${name}`)).status).toBe(200);
  }
  expect((await ask(`/${id}-any-words.jpg`)).status).toBe(200);
  for (const path of [`/i/${slug}`, `/i/${slug}.jpg`, "/favicon.jpg", "/"]) {
    expect((await ask(path)).status).toBe(299);
  }
});

test("IM-09 public pictures are cached for five minutes and revalidated by a strong ETag; 304 and HEAD send the same headers cold and warm", async () => {
  const { slug } = await madePicture(services, owner, { png });
  const path = `/i/600x0/q75/${slug}.webp`;
  const cold = await ask(path);
  const hot = await ask(`${path}?ignored=1`);
  const etag = cold.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  for (const answer of [cold, hot]) {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      etag,
      "cache-control": "public, max-age=300, must-revalidate",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect(answer.headers.has("vary")).toBe(false);
  }
  expect((await bytesOf(hot)).equals(await bytesOf(cold))).toBe(true);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const unchanged = await ask(path, { "if-none-match": known });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get("etag")).toBe(etag);
    expect(await unchanged.text()).toBe("");
  }
  expect((await ask(path, { "if-none-match": '"other"' })).status).toBe(200);
  const head = await ask(path, {}, "HEAD");
  expect(head.headers.get("content-length")).toBe(cold.headers.get("content-length"));
  expect(await head.text()).toBe("");
});

test("IM-09 without an extension the Accept header chooses, and the answer says that it varies", async () => {
  const { slug } = await madePicture(services, owner);
  const path = `/i/300x0/q75/${slug}`;
  const cases = [
    ["image/avif,image/webp,*/*", "avif"],
    ["image/webp,*/*", "webp"],
    ["*/*", "jpeg"],
    ["image/webp", "webp"],
  ];
  for (const [accept, type] of cases) {
    const answer = await ask(path, { accept });
    expect(answer.headers.get("content-type")).toBe(`image/${type}`);
    expect(answer.headers.get("vary")).toBe("accept");
  }
});

test("originals are sent in parts where that is asked for", async () => {
  const { slug } = await madePicture(services, owner);
  const whole = await ask(`/${slug}.jpg`);
  const bytes = await bytesOf(whole);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  const part = await ask(`/${slug}.jpg`, { range: "bytes=10-19" });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 10-19/${bytes.length}`);
  expect((await bytesOf(part)).equals(bytes.subarray(10, 20))).toBe(true);
  expect((await ask(`/${slug}.jpg`, { range: `bytes=${bytes.length}-` })).status).toBe(416);
  expect((await ask(`/${slug}.jpg`, { range: "bytes=0-1", "if-range": '"old"' })).status).toBe(200);
  expect((await ask(`/i/24x0/q10/${slug}.webp`, { range: "bytes=0-1" })).status).toBe(200);
});

test("IM-05 60 identical requests at once make one variant and get the same bytes", async () => {
  const { slug } = await madePicture(services, owner, { png });
  renders.length = 0;
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => bytesOf(await ask(`/i/800x0/q75/${slug}.webp`))),
  );
  expect(renders).toEqual(["800x0 webp"]);
  expect(answers.every((bytes) => bytes.equals(answers[0]))).toBe(true);
});

test("the variants made with the picture and those on disk are not made again", async () => {
  const { slug } = await madePicture(services, owner, { png });
  await ask(`/i/400x0/q75/${slug}.webp`);
  renders.length = 0;
  for (const path of [
    `/i/24x0/q10/${slug}.webp`,
    `/i/512x0/q75/${slug}.webp`,
    `/i/1024x0/q75/${slug}.webp`,
  ]) {
    expect((await ask(path)).status).toBe(200);
  }
  const fresh = await serve(services);
  await expect
    .poll(async () => {
      renders.length = 0;
      await fetch(`${fresh.url}/i/400x0/q75/${slug}.webp`);
      return renders;
    })
    .toEqual([]);
  await fresh.close();
});

test("IM-05 unknown files are 404 and sizes that are not made 400, before anything is decoded", async () => {
  const { slug } = await madePicture(services, owner);
  renders.length = 0;
  const cases = [
    ["/i/512x0/q75/nobody-0a1b2c3d.webp", 404],
    ["/nobody-0a1b2c3d.jpg", 404],
    [`/i/512x0/q75/${slug}.svg`, 404],
    ["/i/512x0/q75/%2e%2e%2fetc%2fpasswd", 404],
    [`/i/10000x10000/q75/${slug}.webp`, 400],
    [`/i/512x0/q99/${slug}.webp`, 400],
  ] as const;
  for (const [path, status] of cases) {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ status, requestId: expect.any(String) });
  }
  for (const method of ["POST", "PUT", "DELETE"]) {
    const answer = await ask(`/i/512x0/q75/${slug}.webp`, {}, method);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
  expect(renders).toEqual([]);
});

test.each([[{ isPublic: false }], [{ approved: false }]])(
  "IM-02 a picture with %j is delivered to its owner and admins alone, and kept by nobody",
  async (state) => {
    const { slug } = await madePicture(services, owner, state);
    const stranger = await aMember(services);
    const admin = await aMember(services, { role: "admin" });
    for (const path of [`/i/512x0/q75/${slug}.webp`, `/${slug}.jpg`]) {
      const status = (who: { id: string } | null) =>
        as(who, async () => (await ask(path, { cookie: "x=y" })).status);
      expect([
        await status(null),
        await status(stranger),
        await status(owner),
        await status(admin),
      ]).toEqual([404, 404, 200, 200]);
      // What was sent to the owner a moment ago is not sent to others.
      expect((await ask(path)).status).toBe(404);
      const seen = await as(owner, () => ask(path, { cookie: "x=y" }));
      expect(seen.headers.get("cache-control")).toBe("private, no-store");
    }
  },
);

test("IM-02 hiding, unapproving, restamping and deleting take effect within a moment, although it was cached", async () => {
  const set = (id: string, change: object) =>
    services.db.updateTable("pictures").set(change).where("id", "=", id).execute();
  const { id, slug } = await madePicture(services, owner);
  const status = async () => (await ask(`/i/512x0/q75/${slug}.webp`)).status;
  expect(await status()).toBe(200);
  await set(id, { is_public: false });
  await expect.poll(status).toBe(404);
  await set(id, { is_public: true });
  await expect.poll(status).toBe(200);
  await set(id, { approved: false });
  await expect.poll(status).toBe(404);
  await set(id, { approved: true });
  await expect.poll(status).toBe(200);
  await services.db.deleteFrom("pictures").where("id", "=", id).execute();
  await expect.poll(status).toBe(404);
});

test("a picture without its file is 404, not an error", async () => {
  const { slug, storage_key } = await aPicture(services, owner, { sha256: "f".repeat(64) });
  await services.storage.delete(storage_key);
  expect((await ask(`/${slug}.jpg`)).status).toBe(404);
  expect((await ask(`/i/300x0/q75/${slug}.webp`)).status).toBe(404);
});

test("only what must be made counts against the limit of a client", async () => {
  const strict = await testServices({ env: { RATE_LIMIT_FACTOR: "0.02" } });
  const other = await serve(strict);
  const { slug } = await madePicture(strict, await aMember(strict));
  const status = async (path: string) => (await fetch(`${other.url}${path}`)).status;
  expect(await status(`/i/300x0/q75/${slug}.webp`)).toBe(200);
  expect(await status(`/i/400x0/q75/${slug}.webp`)).toBe(200);
  const refused = await fetch(`${other.url}/i/600x0/q75/${slug}.webp`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("ratelimit-policy")).toBe('"resize";q=2;w=60');
  for (const path of [`/i/300x0/q75/${slug}.webp`, `/i/512x0/q75/${slug}.webp`, `/${slug}.jpg`]) {
    expect(await status(path)).toBe(200);
  }
  await other.close();
  await strict.close();
});
