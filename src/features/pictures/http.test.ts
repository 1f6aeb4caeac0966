import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { audited } from "#app/features/admin/commands.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { createUploads } from "#app/lib/uploads.ts";
import { isPictureComplete } from "#app/rules/picture-complete.ts";
import type { Services } from "#app/services.ts";
import { picturesRoutes } from "./http.ts";

const routesOf = (over: Services) =>
  picturesRoutes(over, {
    limits: createLimits(over.env.RATE_LIMIT_FACTOR, over.pool),
    uploads: createUploads(),
    audited,
  });

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let ask: (actor: Actor, address: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services, { name: "Ada Lovelace" });
  const routes = routesOf(services);
  ask = async (actor, address, init) =>
    new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set("actor", actor);
        c.set("requestId", "request-1");
        await next();
      })
      .route("/", routes)
      .onError((error) => problem(error, "request-1"))
      .request(address, init);
});
afterAll(() => services.close());

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("IM-02 a picture is found by filename, id and slug, is not cached, and says whether it is approved", async () => {
  const { id, slug, filename } = await madePicture(services, owner);
  for (const address of [`by-filename/${filename}`, id, slug, filename, `${slug}.webp`]) {
    const answer = await ask(guest, `/api/picture/${address}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const image = (await answer.json()) as Record<string, unknown>;
    expect(image).toMatchObject({ id, approved: true, images: { jpg: `/${slug}.jpg`, width: 96 } });
    expect(isPictureComplete(image)).toBe(true);
    expect(image).not.toHaveProperty("ownerId");
  }
});

test("IM-02 unapproved pictures are found only by their owner and admins who ask for them", async () => {
  const { id, filename } = await madePicture(services, owner, { approved: false });
  const admin = actorFor(await aMember(services, { role: "admin" }), "admin");
  const stranger = actorFor(await aMember(services));
  const statuses = async (query: string) =>
    Promise.all(
      [guest, stranger, actorFor(owner), admin].flatMap((actor) =>
        [`by-filename/${filename}`, id].map(
          async (address) => (await ask(actor, `/api/picture/${address}${query}`)).status,
        ),
      ),
    );
  expect(await statuses("")).toEqual(Array.from({ length: 8 }, () => 404));
  expect(await statuses("?include=unapproved")).toEqual([404, 404, 404, 404, 200, 200, 200, 200]);
  const seen = await ask(actorFor(owner), `/api/picture/${id}?include=unapproved`);
  expect(seen.headers.get("cache-control")).toBe("private, no-store");
  expect(await seen.json()).toMatchObject({ approved: false });
  expect((await ask(admin, `/api/picture/${id}?include=everything`)).status).toBe(400);
});

test.each(["nobody-0a1b2c3d.jpg", randomUUID(), "..%2f..%2fetc", "%F0%9F%98%80", "a'--", "%00"])(
  "an unknown picture %j is a 404 problem",
  async (name) => {
    for (const address of [`/api/picture/${name}`, `/api/picture/by-filename/${name}`]) {
      const answer = await ask(guest, address);
      expect(answer.status).toBe(404);
    }
  },
);

test("the list has pages, narrows by shape and refuses keys that it does not know yet", async () => {
  await Promise.all([1, 2, 3].map(() => madePicture(services, owner)));
  const first = (await (await ask(guest, "/api/pictures?limit=2&shape=landscape")).json()) as {
    items: unknown[];
    next: string;
  };
  expect(first.items).toHaveLength(2);
  expect((await ask(guest, `/api/pictures?limit=2&cursor=${first.next}`)).status).toBe(200);
  for (const query of [
    "q=fox",
    "color=teal",
    "style=ink",
    "limit=0",
    "limit=101",
    "limit=x",
    "shape=round",
    "cursor=x",
    "cursor=",
    "owner=1",
  ]) {
    const answer = await ask(guest, `/api/pictures?${query}`);
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { path: string }[] };
    expect(errors[0].path).toBe(query.split("=", 1)[0]);
  }
});

test("lineage and similar pictures have addresses, hidden pictures do not", async () => {
  const root = await madePicture(services, owner);
  const child = await madePicture(services, owner, { sourcePictureId: root.id });
  const lineage = await (await ask(guest, `/api/picture/${child.id}/lineage`)).json();
  expect(lineage).toMatchObject({
    source: { id: root.id },
    ancestors: [{ id: root.id }],
    remixes: [],
  });
  const similar = (await (await ask(guest, `/api/picture/${child.id}/similar?limit=1`)).json()) as {
    items: unknown[];
  };
  expect(similar.items).toHaveLength(1);
  const hidden = await madePicture(services, owner, { isPublic: false });
  for (const id of [hidden.id, randomUUID(), "x"]) {
    expect((await ask(guest, `/api/picture/${id}/lineage`)).status).toBe(404);
    expect((await ask(guest, `/api/picture/${id}/similar`)).status).toBe(404);
  }
});

test("PATCH changes the owner's fields and returns the picture", async () => {
  const { id, slug } = await madePicture(services, owner);
  const body = {
    title: " Renamed ",
    description: null,
    tags: ["Lake", "lake", "Dawn"],
    is_public: false,
  };
  const answer = await ask(actorFor(owner), `/api/picture/${id}`, json("PATCH", body));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    title: "Renamed",
    tags: ["lake", "dawn"],
    is_public: false,
    slug,
  });
  expect((await ask(guest, `/api/picture/${id}`)).status).toBe(404);
});

test.each([
  ["title", { title: "  " }],
  ["title", { title: "x".repeat(141) }],
  ["title", { title: "nul\0" }],
  ["description", { description: "x".repeat(2001) }],
  ["tags", { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }],
  ["tags.0", { tags: ["x".repeat(41)] }],
  ["tags.0", { tags: [["nested"]] }],
  ["license", { license: "mine" }],
  ["is_public", { is_public: "yes" }],
  ["approved", { approved: true }],
  ["owner_id", { owner_id: randomUUID() }],
  ["likes", { likes: 99 }],
  ["", {}],
])("PATCH refuses %s in %j", async (path, body) => {
  const { id } = await madePicture(services, owner);
  const answer = await ask(actorFor(owner), `/api/picture/${id}`, json("PATCH", body));
  expect(answer.status).toBe(400);
  const { errors } = (await answer.json()) as { errors: { path: string }[] };
  expect(errors[0].path).toBe(path);
});

test("PATCH and DELETE are 401 for guests and 404 for other members", async () => {
  const { id } = await madePicture(services, owner);
  const stranger = actorFor(await aMember(services));
  for (const init of [json("PATCH", { title: "Mine" }), { method: "DELETE" }]) {
    expect((await ask(guest, `/api/picture/${id}`, init)).status).toBe(401);
    expect((await ask(stranger, `/api/picture/${id}`, init)).status).toBe(404);
    expect((await ask(actorFor(owner), "/api/picture/no-id", init)).status).toBe(404);
  }
  expect((await ask(actorFor(owner), `/api/picture/${id}`, { method: "DELETE" })).status).toBe(204);
  expect((await ask(guest, `/api/picture/${id}`)).status).toBe(404);
});

function form(fields: [name: string, value: string | Blob][]): RequestInit {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return { method: "POST", body };
}

test("ST-02 a source picture is uploaded as the one field of a form", async () => {
  const file = new File([new Uint8Array(await aPng(30, 20))], "../../my source.svg");
  const answer = await ask(actorFor(owner), "/api/uploads", form([["file", file]]));
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({
    id: expect.any(String),
    width: 30,
    height: 20,
    settings: null,
  });
  expect((await ask(guest, "/api/uploads", form([["file", file]]))).status).toBe(401);
});

test("an upload in a bad form is 400, of another kind 415, too large 413, unreadable 422", async () => {
  const file = new File([new Uint8Array(await aPng(30, 20))], "a.png");
  const actor = actorFor(owner);
  const status = async (init: RequestInit) => (await ask(actor, "/api/uploads", init)).status;
  const many = Array.from({ length: 50 }, (_, index): [string, string] => [`field${index}`, "x"]);
  for (const fields of [
    [],
    many,
    [["picture", file]],
    [["file", "text"]],
    [
      ["file", file],
      ["file", file],
    ],
    [
      ["file", file],
      ["more", "x"],
    ],
    [["file", new Blob([])]],
  ]) {
    expect(await status(form(fields as [string, string | Blob][]))).toBe(400);
  }
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  for (const body of ["", "not a form", "--x\r\nbroken", "--x--"]) {
    expect(await status({ method: "POST", headers: multipart, body })).toBe(400);
  }
  expect(
    await status({ method: "POST", headers: { "content-type": "multipart/form-data" }, body: "x" }),
  ).toBe(400);
  expect(await status(json("POST", { file: "x" }))).toBe(415);
  expect(await status(form([["file", new File(["hello"], "a.png")]]))).toBe(415);
  const cut = new Uint8Array(await aPng(300, 300)).subarray(0, 400);
  expect(await status(form([["file", new File([cut], "a.png")]]))).toBe(422);
  const large = new File([new Uint8Array(20 * 1024 * 1024 + 1)], "a.png");
  expect(await status(form([["file", large]]))).toBe(413);
});

test("an upload without an announced length is cut off at the limit", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024 * 1024;
      controller.enqueue(new Uint8Array(1024 * 1024));
      if (sent > 200 * 1024 * 1024) controller.close();
    },
  });
  const init = {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body,
    duplex: "half",
  };
  expect((await ask(actorFor(owner), "/api/uploads", init as RequestInit)).status).toBe(413);
  expect(sent).toBeLessThan(30 * 1024 * 1024);
});

test("uploads of one member are limited", async () => {
  const strict = await testServices({ env: { RATE_LIMIT_FACTOR: "0.1" } });
  const member = actorFor(await aMember(strict));
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", member);
      await next();
    })
    .route("/", routesOf(strict))
    .onError((error) => problem(error, "request-1"));
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const answer = await app.request("/api/uploads", form([["file", new File(["x"], "a.png")]]));
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([415, 415, 415, 429]);
  await strict.close();
});
