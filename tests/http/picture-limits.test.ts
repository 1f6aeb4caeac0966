import { afterAll, beforeAll, expect, test } from "vitest";
import { isUuid } from "#app/rules/picture-filename.ts";
import { aMember } from "../harness/factories.ts";
import { aPng, madePicture } from "../harness/made-picture.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** With production limits. */
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let member: SignedUp;
const made = { variants: 0, originals: 0 };

beforeAll(async () => {
  const real = await testServices({ env: { RATE_LIMIT_FACTOR: "1" } });
  const { imaging, storage } = real;
  services = {
    ...real,
    imaging: {
      ...imaging,
      variant(original, request) {
        made.variants += 1;
        return imaging.variant(original, request);
      },
    },
    storage: {
      ...storage,
      async put(key, bytes) {
        if (key.startsWith("pictures/")) made.originals += 1;
        await storage.put(key, bytes);
      },
    },
  };
  server = await testServer(services, { roles: ["web"] });
  member = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const send = (who: SignedUp, method: string, address: string, body: unknown) =>
  who.fetch(address, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** How many sequential requests are answered before the first 429, and its policy. */
async function untilRefused(request: (index: number) => Promise<Response>, most: number) {
  for (let index = 0; index < most; index += 1) {
    const answer = await request(index);
    if (answer.status === 429) return [index, answer.headers.get("ratelimit-policy")];
    expect(answer.ok).toBe(true);
  }
  return [most, null];
}

test("a member may change pictures 60 times a minute", async () => {
  const { id } = await madePicture(services, { id: member.userId });
  const change = (index: number) =>
    send(member, "PATCH", `/api/picture/${id}`, { description: `Words ${index}` });
  expect(await untilRefused(change, 70)).toEqual([60, '"picture-change";q=60;w=60']);
});

test("identical concurrent changes write the file once, and all succeed", async () => {
  const other = await server.signUp();
  const { id } = await madePicture(services, { id: other.userId });
  made.originals = 0;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      send(other, "PATCH", `/api/picture/${id}`, { title: "One title" }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(made.originals).toBe(1);
});

test("a member may report 20 times an hour", async () => {
  const { id } = await madePicture(services, await aMember(services));
  const report = () => send(member, "POST", `/api/picture/${id}/reports`, { reason: "spam" });
  expect(await untilRefused(report, 30)).toEqual([20, '"report";q=20;w=3600']);
});

test("a name can be changed 10 times an hour; other profile fields do not count", async () => {
  const profile = (body: unknown) => send(member, "PATCH", "/api/profile", body);
  for (let index = 0; index < 12; index += 1) {
    expect((await profile({ name: member.name, bio: `Bio ${index}` })).status).toBe(200);
  }
  const rename = (index: number) => profile({ name: `Name ${index}` });
  expect(await untilRefused(rename, 20)).toEqual([10, '"profile-name";q=10;w=3600']);
  expect((await profile({ bio: "Still mine" })).status).toBe(200);
});

test("the thumbnail of an upload is made once, however many ask for it at once", async () => {
  const body = new FormData();
  body.append("file", new File([new Uint8Array(await aPng(300, 200))], "a.png"));
  const uploaded = await member.fetch("/api/uploads", { method: "POST", body });
  const { id } = (await uploaded.json()) as { id: string };
  expect(isUuid(id)).toBe(true);
  made.variants = 0;
  const get = () => member.fetch(`/api/uploads/${id}/picture`);
  const answers = await Promise.all(Array.from({ length: 20 }, get));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await get()).headers.get("content-type")).toBe("image/webp");
  expect(made.variants).toBe(1);
  // Somebody else's is still 404.
  const stranger = await server.signUp();
  expect((await stranger.fetch(`/api/uploads/${id}/picture`)).status).toBe(404);
});

test("responses to members are not cacheable by shared caches; responses to guests are", async () => {
  const { id, filename } = await madePicture(services, { id: member.userId });
  for (const address of [id, `by-filename/${filename}`, `${id}/lineage`]) {
    const cache = async (who: Pick<SignedUp, "fetch">) =>
      (await who.fetch(`/api/picture/${address}`)).headers.get("cache-control");
    expect(await cache(server)).toBe("no-cache");
    expect(await cache(member)).toBe("private, no-cache");
  }
});
