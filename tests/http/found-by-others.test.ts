import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture, type TestPicture } from "../harness/factories.ts";
import { testServer, type TestServer } from "../harness/server.ts";

let server: TestServer;
let owner: { id: string; username: string };
let picture: TestPicture;

beforeAll(async () => {
  server = await testServer();
  owner = await aMember(server.services, { name: "Ada Lovelace" });
  picture = await aPicture(server.services, owner, { title: "Lake", width: 2000, height: 1000 });
});
afterAll(() => server.close());

const oembed = (url: string, more = "") =>
  server.fetch(`/api/oembed?url=${encodeURIComponent(url)}${more}`);
const page = (slug: string) => new URL(`/i/${slug}`, server.services.env.SERVER_URL).href;

test("IM-08 oEmbed describes a picture, in the largest size that fits", async () => {
  const answer = await oembed(page(picture.slug));
  expect(answer.status).toBe(200);
  const { SERVER_URL } = server.services.env;
  expect(await answer.json()).toMatchObject({
    version: "1.0",
    type: "photo",
    title: "Lake",
    author_name: "Ada Lovelace",
    author_url: new URL(`/@${owner.username}`, SERVER_URL).href,
    url: new URL(`/i/1200x0/q75/${picture.slug}.jpg`, SERVER_URL).href,
    width: 1200,
    height: 600,
  });
  const small = (await (
    await oembed(page(picture.slug), "&maxwidth=700&maxheight=250")
  ).json()) as {
    width: number;
    height: number;
  };
  expect(small).toMatchObject({ width: 400, height: 200 });
});

test.each([
  ["another site", () => "https://elsewhere.example/i/lake", 404],
  ["another page", () => page("").replace("/i/", "/blog"), 404],
  ["a picture that is not there", () => page("none-00000000"), 404],
  ["no address", () => "lake", 404],
])("IM-08 oEmbed refuses %s", async (_what, url, status) => {
  expect((await oembed(url())).status).toBe(status);
});

test("IM-08 oEmbed reveals nothing about a private picture, and supports only JSON and XML", async () => {
  const hidden = await aPicture(server.services, owner, { is_public: false });
  for (const format of ["json", "xml"]) {
    expect((await oembed(page(hidden.slug), `&format=${format}`)).status).toBe(404);
  }
  expect((await oembed(page(picture.slug), "&format=yaml")).status).toBe(400);
});

test("IM-08 oEmbed answers the same in XML, with any title escaped", async () => {
  const odd = await aPicture(server.services, owner, { title: `Salt & "pepper" <b>` });
  const json = (await (await oembed(page(odd.slug))).json()) as Record<string, string | number>;
  const answer = await oembed(page(odd.slug), "&format=xml");
  expect(answer.headers.get("content-type")).toBe("text/xml; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain("<title>Salt &amp; &quot;pepper&quot; &lt;b&gt;</title>");
  const plain = text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  for (const [name, value] of Object.entries(json)) {
    expect(plain).toContain(`<${name}>${value}</${name}>`);
  }
});

test("a view counts once per visit, and never the owner's own", async () => {
  const views = async () => {
    const rows = await server.services.db
      .selectFrom("picture_views")
      .selectAll()
      .where("picture_id", "=", picture.id)
      .execute();
    const row = await server.services.db
      .selectFrom("pictures")
      .select("views")
      .where("id", "=", picture.id)
      .executeTakeFirstOrThrow();
    return rows.length + row.views;
  };
  const look = () => server.post(`/api/picture/${picture.id}/view`, {});
  expect((await look()).status).toBe(204);
  expect((await look()).status).toBe(204);
  await expect.poll(views).toBe(1);
  const member = await server.signUp();
  const own = await aPicture(server.services, { id: member.userId });
  const answer = await member.fetch(`/api/picture/${own.id}/view`, { method: "POST" });
  expect(answer.status).toBe(204);
  const rows = await server.services.db
    .selectFrom("picture_views")
    .selectAll()
    .where("picture_id", "=", own.id)
    .execute();
  expect(rows).toEqual([]);
});

test("AD-11 a member reports a picture by the API; a guest and an unknown reason are refused", async () => {
  const member = await server.signUp();
  const report = (body: unknown) =>
    member.fetch(`/api/picture/${picture.id}/reports`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await report({ reason: "spam" })).status).toBe(204);
  expect((await report({ reason: "boring" })).status).toBe(400);
  expect((await report({ reason: "spam", extra: 1 })).status).toBe(400);
  const guest = await server.post(`/api/picture/${picture.id}/reports`, { reason: "spam" });
  expect(guest.status).toBe(401);
});
