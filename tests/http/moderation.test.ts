import { afterAll, beforeAll, expect, test } from "vitest";
import { imageAddress } from "#app/rules/image-address.ts";
import { aPicture } from "../harness/factories.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { readEvents } from "../harness/stream-reader.ts";

/** Decisions about members, as they are seen from outside. */

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let admin: SignedUp;
const gate = Promise.withResolvers<void>();
beforeAll(async () => {
  const engine = quickEngine({ slow: { after: gate.promise } });
  services = await testServices({ engines: new Map([["quick", engine]]) });
  server = await testServer(services);
  admin = await server.signUp("Ada Admin");
  await services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(async () => {
  gate.resolve();
  await server.close();
  await services.close();
});

const json = (method: string, body: object, headers = {}): RequestInit => ({
  method,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});
const sanction = async (member: SignedUp, input: object) => {
  const address = `/api/admin/members/${member.userId}/sanctions`;
  const answer = await admin.fetch(address, json("POST", { reason: "spam", ...input }));
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { ids: string[] }).ids;
};
const decisions = async (member: SignedUp) => {
  const answer = await admin.fetch(`/api/admin/members/${member.userId}/sanctions`);
  return (await answer.json()) as { items: { id: string; key: string }[]; strikes: number };
};
const lift = (id: string) => admin.fetch(`/api/admin/sanctions/${id}/lift`, json("POST", {}));
const signIn = (email: string, password: string) =>
  server.post("/api/auth/sign-in/email", { email, password });
const usernameOf = async ({ userId }: SignedUp) => {
  const query = services.db.selectFrom("users").select("username").where("id", "=", userId);
  return (await query.executeTakeFirstOrThrow()).username;
};

test("a suspended member's sign-in says why and until when, and only with the right password", async () => {
  const member = await server.signUp("Mira Member");
  await sanction(member, { kind: "suspension", days: 2 });
  const { items } = await decisions(member);
  const refused = await signIn(member.email, member.password);
  expect(refused.status).toBe(403);
  const said = (await refused.json()) as { detail: string; code: string };
  expect(said.code).toBe("ACCOUNT_OFF");
  expect(said.detail).toMatch(/^Your account is suspended until \d+ \w+ 20\d\d at \d\d:\d\d UTC\./);
  expect(said.detail).toContain("Reason: Spam or misleading.");
  expect(said.detail).toContain(`${services.env.SERVER_URL}/appeal/${items[0].key}`);
  expect(refused.headers.getSetCookie()).toEqual([]);
  const wrong = await signIn(member.email, "not-the-password-9");
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).not.toMatch(/suspend|appeal/i);
  expect((await lift(items[0].id)).status).toBe(204);
  expect((await signIn(member.email, member.password)).status).toBe(200);
});

test("a ban ends the session and the open event stream at once", async () => {
  const member = await server.signUp("Otto Open");
  const events = readEvents({
    url: () => server.url,
    cookie: member.cookie,
    onEvent: () => undefined,
    wait: () => 10,
  });
  try {
    await events.opened;
    await sanction(member, { kind: "ban" });
    expect((await member.fetch("/api/profile")).status).toBe(401);
    await until(
      "the stream to be refused",
      () => events.refusal(),
      (status) => status === 401,
    );
  } finally {
    events.close();
  }
});

test("a running cast of a banned member is stopped at its worker, and nothing is charged", async () => {
  const member = await server.signUp("Cass Caster");
  const body = { prompt: "slow lake", quality: "standard", aspect: "1:1", count: 1 };
  const key = { "idempotency-key": crypto.randomUUID() };
  const asked = await member.fetch("/api/generate", json("POST", body, key));
  const { id } = (await asked.json()) as { id: string };
  const stateOf = async () => {
    const query = services.db.selectFrom("generations").select("state").where("id", "=", id);
    return (await query.executeTakeFirstOrThrow()).state;
  };
  await until("the cast to run", stateOf, (state) => state === "running");
  await sanction(member, { kind: "ban" });
  expect(await stateOf()).toBe("cancelled");
  const account = await services.db
    .selectFrom("ledger_accounts")
    .select(["available", "held"])
    .where("user_id", "=", member.userId)
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ available: 5, held: 0 });
});

test("nothing of a suspended member is found, and all of it comes back", async () => {
  const member = await server.signUp("Hilda Hidden");
  const other = await server.signUp("Otto Other");
  const picture = await aPicture(services, { id: member.userId }, { title: "Quixotic heron" });
  const username = await usernameOf(member);
  const made = await member.fetch(
    "/api/collections",
    json("POST", { name: "Herons", is_public: true, picture_ids: [picture.id] }),
  );
  const collection = ((await made.json()) as { id: string }).id;
  const kit = { name: "Heron grey", palette: [], material: "", lighting: "", camera: "" };
  const kitId = (
    (await (await member.fetch("/api/style-kits", json("POST", kit))).json()) as {
      id: string;
    }
  ).id;
  await member.fetch(`/api/style-kits/${kitId}`, json("PATCH", { isShared: true }));
  await member.fetch(`/api/users/${await usernameOf(other)}/follow`, { method: "PUT" });

  const text = async (address: string, who: Pick<SignedUp, "fetch"> = server) => {
    const answer = await who.fetch(address);
    return { status: answer.status, body: await answer.text() };
  };
  const statuses = async () => {
    const addresses = [
      `/api/picture/${picture.id}`,
      `/api/picture/${picture.id}/lineage`,
      imageAddress("", picture.filename, { width: 300, format: "webp" }),
      `/${picture.slug}.jpg`,
      `/api/download/image?url=${encodeURIComponent(`${services.env.SERVER_URL}/${picture.slug}.jpg`)}&filename=a.jpg`,
      `/api/collections/${collection}`,
      `/api/users/${username}/pictures`,
    ];
    return Promise.all(addresses.map(async (address) => (await text(address)).status));
  };
  const lists = async () => {
    const found = await Promise.all([
      text("/api/pictures?limit=100"),
      text("/api/pictures?q=quixotic"),
      text("/api/collections/public"),
      text("/api/creators"),
      text("/api/style-kits", other),
      text("/api/follows?of=followers", other),
    ]);
    return found.map(({ body }) => /Quixotic|Herons|Hilda|Heron grey/.test(body));
  };
  expect(await statuses()).toEqual(Array.from({ length: 7 }, () => 200));
  await until("the search to know the picture", lists, (seen) => !seen.includes(false));
  const [id] = await sanction(member, { kind: "suspension", days: 1 });
  // The image host forgets the picture by a notification, which comes within milliseconds.
  await until("the files to be gone", statuses, (seen) => seen.every((status) => status === 404));
  expect(await lists()).toEqual([false, false, false, false, false, false]);
  await lift(id);
  await until("the files to be back", statuses, (seen) => seen.every((status) => status === 200));
  await until("the lists to have it again", lists, (seen) => !seen.includes(false));
});

test("an appeal needs the key and no session; it is refused without words, and once it waits", async () => {
  const member = await server.signUp("Anna Appeals");
  await sanction(member, { kind: "strike" });
  const [{ key }] = (await decisions(member)).items;
  const address = `/api/appeals/${key}`;
  const decision = await server.fetch(address);
  expect(decision.headers.get("cache-control")).toBe("private, no-store");
  expect(await decision.json()).toMatchObject({ kind: "strike", isActive: true, appeals: [] });
  expect((await server.fetch(address, json("POST", { body: "  " }))).status).toBe(400);
  expect((await server.fetch(address, json("POST", { body: "Not me" }))).status).toBe(201);
  expect((await server.fetch(address, json("POST", { body: "Not me" }))).status).toBe(409);
  const queue = await admin.fetch("/api/admin/appeals");
  const { items } = (await queue.json()) as { items: { id: string; body: string }[] };
  expect(items.map(({ body }) => body)).toEqual(["Not me"]);
  const answer = json("POST", { outcome: "granted", answer: "You are right" });
  const answered = await admin.fetch(`/api/admin/appeals/${items[0].id}/answer`, answer);
  expect(answered.status).toBe(204);
  expect((await decisions(member)).strikes).toBe(0);
  for (const wrong of ["0198c0de-0000-7000-8000-00000000dead", "x"]) {
    expect((await server.fetch(`/api/appeals/${wrong}`)).status).toBe(404);
  }
});

test.each([
  [{ kind: "suspension", days: 0 }],
  [{ kind: "suspension", days: 366 }],
  [{ kind: "suspension", days: 1.5 }],
  [{ kind: "strike", reason: "strikes" }],
  [{ kind: "picture" }],
  [{ kind: "ban", until: "2030-01-01" }],
  [{ kind: "ban", role: "admin" }],
  [{ kind: "ban", note: "x".repeat(1001) }],
  [{ kind: "ban", note: "bell\u0007" }],
])("the decision %o is refused", async (input) => {
  const member = await server.signUp("Nora Never");
  const address = `/api/admin/members/${member.userId}/sanctions`;
  const answer = await admin.fetch(address, json("POST", { reason: "spam", ...input }));
  expect(answer.status).toBe(400);
  expect((await decisions(member)).items).toEqual([]);
});

test("a member closes their account by their username; the session ends", async () => {
  const member = await server.signUp("Cleo Closes");
  const close = (username: string) =>
    member.fetch("/api/account/close", json("POST", { username }));
  expect((await close("somebody")).status).toBe(400);
  expect((await close(await usernameOf(member))).status).toBe(204);
  expect((await member.fetch("/api/profile")).status).toBe(401);
  const refused = await signIn(member.email, member.password);
  expect(((await refused.json()) as { detail: string }).detail).toMatch(
    /^Your account is closed\./,
  );
});
