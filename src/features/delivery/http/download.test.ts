import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { downloadRoutes } from "./download.ts";
import { createVariants, type Variants } from "./variants.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let variants: Variants;
let ask: (actor: Actor, query: Record<string, string>, method?: string) => Promise<Response>;

const site = "https://echo.example";
const host = "https://img.echo.example";

beforeAll(async () => {
  services = await testServices({
    env: { SERVER_URL: site, PICTURES_URL: host, RATE_LIMIT_FACTOR: "1" },
  });
  owner = await aMember(services);
  variants = createVariants(services);
  const limits = createLimits(100, services.pool);
  const routes = downloadRoutes(services, { limits, variants });
  ask = async (actor, query, method = "GET") =>
    new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set("actor", actor);
        c.set("ip", "127.0.0.1");
        await next();
      })
      .route("/", routes)
      .onError((error) => problem(error, "request-1"))
      .request(`/api/download/image?${new URLSearchParams(query)}`, { method });
});
afterAll(async () => {
  await variants.flush();
  await services.close();
});

const downloads = async (id: string) =>
  (
    await services.db
      .selectFrom("pictures")
      .select("downloads")
      .where("id", "=", id)
      .executeTakeFirst()
  )?.downloads;

test("IM-04 a picture of the site comes as an attachment and counts a download", async () => {
  const { id, slug, storageKey } = await madePicture(services, owner);
  const original = (await services.storage.get(storageKey))?.bytes;
  for (const url of [
    `${site}/${slug}.jpg`,
    `${host}/${slug}.jpg`,
    `/${slug}.jpg`,
    `http://img.echo.example/${slug}.jpg?x=1#y`,
  ]) {
    const answer = await ask(guest, { url, filename: `My "${slug}" Été.png` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="My .* Ete\.jpg"; filename\*=UTF-8''My%20/,
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(original ?? Buffer.alloc(0))).toBe(true);
  }
  expect(await downloads(id)).toBe(4);
  expect((await ask(guest, { url: `${site}/${slug}.jpg` }, "HEAD")).status).toBe(200);
  expect(await downloads(id)).toBe(4);
});

test.each([
  ["the original", (slug: string) => `${site}/${slug}.jpg`],
  ["a large variant", (slug: string) => `${host}/i/1024x0/q75/${slug}.webp`],
])(
  "IM-10 %s is downloaded with licence, creator, source and the mark of generated media in it",
  async (_what, address) => {
    const { name } = await services.db
      .selectFrom("users")
      .select("name")
      .where("id", "=", owner.id)
      .executeTakeFirstOrThrow();
    const source = await madePicture(services, owner, { title: "Study" });
    const png = await aPng(1200, 800);
    const { slug } = await madePicture(services, owner, { png, sourcePictureId: source.id });
    const answer = await ask(guest, { url: address(slug) });
    const { xmp } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    const said = xmp?.toString("utf8") ?? "";
    for (const [property, value] of [
      ["dc:creator", `<rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq>`],
      ["dc:identifier", `${site}/i/${slug}`],
      ["dc:source", `${site}/i/${source.slug}`],
      ["xmpRights:WebStatement", "https://creativecommons.org/licenses/by/4.0/"],
      [
        "Iptc4xmpExt:DigitalSourceType",
        "http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia",
      ],
      ["Iptc4xmpExt:AISystemUsed", "Sketch"],
    ]) {
      expect(said).toContain(`<${property}>${value}</${property}>`);
    }
  },
);

test("IM-04 a variant is downloaded in its own format, named after the picture when no name is given", async () => {
  const { slug } = await madePicture(services, owner);
  const answer = await ask(guest, { url: `${host}/i/24x0/q10/${slug}.webp` });
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${slug}.webp"`);
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe("webp");
});

test.each([
  "https://evil.example/lake-0a1b2c3d.jpg",
  "https://echo.example.evil.example/lake-0a1b2c3d.jpg",
  "https://echo.example@evil.example/lake-0a1b2c3d.jpg",
  "https://user:pass@echo.example/lake-0a1b2c3d.jpg",
  "https://echo.example:8443/lake-0a1b2c3d.jpg",
  "//evil.example/lake-0a1b2c3d.jpg",
  "/\\evil.example/lake-0a1b2c3d.jpg",
  "/\t/evil.example/lake-0a1b2c3d.jpg",
  "\\\\evil.example\\lake-0a1b2c3d.jpg",
  "http://127.0.0.1/lake-0a1b2c3d.jpg",
  "http://[::1]/lake-0a1b2c3d.jpg",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "ftp://echo.example/lake-0a1b2c3d.jpg",
  "lake-0a1b2c3d.jpg",
  "",
  "https://echo.example/i/9999x0/q75/lake-0a1b2c3d.jpg",
])("IM-04 refuses %j", async (url) => {
  const answer = await ask(guest, { url });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ path: "url" }] });
});

test.each([
  "/api/profile",
  "/",
  "/nobody-0a1b2c3d.jpg",
  "/i/512x0/q75/../../../api/profile",
  "/%2e%2e/etc/passwd",
  "/i/512x0/q75/x.svg",
])("IM-04 %s of the site itself is no picture", async (path) => {
  expect((await ask(guest, { url: `${site}${path}` })).status).toBe(404);
});

test("IM-04 without an address, or with more than is known, it is a 400", async () => {
  for (const query of [{}, { url: "/x-0a1b2c3d.jpg", to: "x" }, { url: "/".repeat(3000) }]) {
    expect((await ask(guest, query as Record<string, string>)).status).toBe(400);
  }
});

test("IM-04 a hidden picture is its owner's and admins' to download", async () => {
  const { slug } = await madePicture(services, owner, { isPublic: false });
  const stranger = actorFor(await aMember(services));
  const admin = actorFor(await aMember(services, { role: "admin" }), "admin");
  const statuses = [];
  for (const actor of [guest, stranger, actorFor(owner), admin]) {
    statuses.push((await ask(actor, { url: `/${slug}.jpg` })).status);
  }
  expect(statuses).toEqual([404, 404, 200, 200]);
});
