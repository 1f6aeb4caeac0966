import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture } from "#tests/harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";
import { aDrawing } from "#tests/harness/drawn-picture.ts";

let server: TestServer;
let admin: SignedUp;
let member: SignedUp;
const setRole = (id: string, role: string) =>
  server.services.db.updateTable("users").set({ role }).where("id", "=", id).execute();
beforeAll(async () => {
  server = await testServer();
  admin = await server.signUp("Ada Admin");
  member = await server.signUp("Mira Member");
  await setRole(admin.userId, "admin");
});
afterAll(() => server.close());

const call = async (method: string, address: string, body?: unknown, headers = {}) => {
  const answer = await admin.fetch(address, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as never };
};
const auditOf = async (targetId: string) =>
  (
    await server.services.db
      .selectFrom("admin_audit")
      .select(["action", "admin_id", "reason"])
      .where("target_id", "=", targetId)
      .orderBy("id")
      .execute()
  ).map(({ action, admin_id, reason }) => ({ action, mine: admin_id === admin.userId, reason }));
const stateOf = (id: string) =>
  server.services.db
    .selectFrom("pictures")
    .select(["approved", "status", "picked_at", "removed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
const inList = async (query: string): Promise<string[]> => {
  const { body } = await call("GET", `/api/admin/images?${query}`);
  return (body as { items: { id: string }[] }).items.map(({ id }) => id);
};

test("AD-01 an admin sees every picture by state and words, in pages", async () => {
  const waiting = await aPicture(
    server.services,
    { id: member.userId },
    {
      title: "Waiting heron",
      approved: false,
      status: "waiting",
    },
  );
  const hidden = await aPicture(
    server.services,
    { id: member.userId },
    {
      title: "Private 100% heron",
      is_public: false,
    },
  );
  expect(await inList("state=waiting&q=heron")).toEqual([waiting.id]);
  expect(await inList("state=approved&q=heron")).toEqual([hidden.id]);
  expect(await inList("q=100%25")).toEqual([hidden.id]);
  const first = await call("GET", "/api/admin/images?q=heron&limit=1");
  const { items, next } = first.body as { items: { id: string }[]; next: string };
  expect([items[0].id, ...(await inList(`q=heron&limit=1&cursor=${next}`))].toSorted()).toEqual(
    [waiting.id, hidden.id].toSorted(),
  );
  expect((await call("GET", "/api/admin/images?cursor=zz")).status).toBe(400);
});

test.each([
  ["approve", { approved: true, status: "ready" }],
  ["reject", { approved: false, status: "rejected" }],
  ["remove", { approved: false, status: "waiting", removed_at: expect.any(Date) as Date }],
])("AD-01 %s changes a waiting picture, is audited, and can be undone", async (action, after) => {
  const { id } = await aPicture(
    server.services,
    { id: member.userId },
    {
      approved: false,
      status: "waiting",
    },
  );
  const before = await stateOf(id);
  const done = await call("POST", "/api/admin/images/bulk", { ids: [id], action });
  expect(done).toEqual({ status: 200, body: { changed: 1, undo: expect.any(String) as string } });
  expect(await stateOf(id)).toMatchObject(after);
  const { undo } = done.body as { undo: string };
  expect((await call("POST", "/api/admin/images/undo", { undo })).body).toEqual({ changed: 1 });
  expect(await stateOf(id)).toEqual(before);
  expect(await auditOf(id)).toEqual([
    { action: `picture.${action}`, mine: true, reason: null },
    { action: "picture.undo", mine: true, reason: null },
  ]);
});

test("AD-01 a decision made meanwhile is not undone", async () => {
  const { id } = await aPicture(server.services, { id: member.userId });
  const first = await call("POST", "/api/admin/images/bulk", { ids: [id], action: "pick" });
  await call("POST", "/api/admin/images/bulk", { ids: [id], action: "reject" });
  const { undo } = first.body as { undo: string };
  expect((await call("POST", "/api/admin/images/undo", { undo })).body).toEqual({ changed: 0 });
  expect(await stateOf(id)).toMatchObject({ approved: false, picked_at: null });
  expect((await call("POST", "/api/admin/images/undo", { undo: "nothing" })).status).toBe(404);
});

test("AD-01 a bulk edit with a bad, repeated or too long list of ids changes nothing", async () => {
  const { id } = await aPicture(server.services, { id: member.userId });
  const before = await stateOf(id);
  const tooMany = Array.from({ length: 501 }, () => crypto.randomUUID());
  for (const ids of [[id, crypto.randomUUID()], [id, id], [id, "x"], [], tooMany]) {
    const answer = await call("POST", "/api/admin/images/bulk", { ids, action: "reject" });
    expect(answer.status).toBe(400);
  }
  expect(await stateOf(id)).toEqual(before);
  expect(await auditOf(id)).toEqual([]);
});

test("AD-02 an uploaded picture is the admin's own and private, and its row is in the audit log", async () => {
  const form = new FormData();
  form.set(
    "file",
    new File([new Uint8Array(await aDrawing("disc"))], "a.png", { type: "image/png" }),
  );
  const answer = await admin.fetch("/api/admin/upload", { method: "POST", body: form });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const row = await server.services.db
    .selectFrom("pictures")
    .select(["owner_id", "is_public"])
    .where("id", "=", id)
    .executeTakeFirst();
  expect(row).toEqual({ owner_id: admin.userId, is_public: false });
  expect(await auditOf(id)).toEqual([{ action: "picture.upload", mine: true, reason: null }]);
  const without = await admin.fetch("/api/admin/upload", { method: "POST", body: new FormData() });
  expect(without.status).toBe(400);
});

test("AD-03 members are found by name, given roles and verified", async () => {
  const found = await call("GET", "/api/admin/users?q=Mira%20Mem");
  expect(found.body).toMatchObject({
    items: [{ id: member.userId, role: "member", verified: false }],
  });
  const address = `/api/admin/users/${member.userId}`;
  expect(await call("PATCH", address, { role: "user", verified: true })).toEqual({
    status: 200,
    body: { role: "user", verified: true },
  });
  expect(await auditOf(member.userId)).toEqual([
    { action: "member.standing", mine: true, reason: null },
  ]);
  expect((await call("PATCH", address, { role: "owner" })).status).toBe(400);
  expect((await call("PATCH", address, { credits: 5 })).status).toBe(400);
  expect(
    (await call("PATCH", `/api/admin/users/${crypto.randomUUID()}`, { role: "user" })).status,
  ).toBe(404);
});

test("AD-03 the last admin stays admin, and of two who demote each other at once one stays", async () => {
  const self = await call("PATCH", `/api/admin/users/${admin.userId}`, { role: "member" });
  expect(self.status).toBe(409);
  const other = await server.signUp("Second Admin");
  await setRole(other.userId, "admin");
  const demote = (by: SignedUp, id: string) =>
    by.fetch(`/api/admin/users/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ role: "member" }),
    });
  await Promise.all([demote(admin, other.userId), demote(other, admin.userId)]);
  const left = await server.services.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .execute();
  expect(left).toHaveLength(1);
  await setRole(admin.userId, "admin");
  await setRole(other.userId, "member");
});

test("AD-03 an admin who was demoted is refused with the next request", async () => {
  const other = await server.signUp("Third Admin");
  await setRole(other.userId, "admin");
  expect((await other.fetch("/api/admin/users")).status).toBe(200);
  await call("PATCH", `/api/admin/users/${other.userId}`, { role: "member" });
  expect((await other.fetch("/api/admin/users")).status).toBe(403);
});

test("AD-09 a balance is corrected once for a key, with its reason, never below 0", async () => {
  const { userId } = await server.signUp("Credit Taker");
  const address = `/api/admin/users/${userId}/credits`;
  const key = { "idempotency-key": crypto.randomUUID() };
  const give = () => call("POST", address, { amount: 20, reason: "Thanks for the report" }, key);
  expect(await give()).toEqual({ status: 200, body: { moved: 20, current: 25 } });
  expect(await give()).toEqual({ status: 200, body: { moved: 20, current: 25 } });
  const take = await call(
    "POST",
    address,
    { amount: -100, reason: "Mistake" },
    {
      "idempotency-key": crypto.randomUUID(),
    },
  );
  expect(take.body).toEqual({ moved: -25, current: 0 });
  expect(await auditOf(userId)).toEqual([
    { action: "member.credits", mine: true, reason: "Thanks for the report" },
    { action: "member.credits", mine: true, reason: "Mistake" },
  ]);
  expect((await call("POST", address, { amount: 5, reason: " " }, key)).status).toBe(400);
  expect((await call("POST", address, { amount: 0, reason: "x" }, key)).status).toBe(400);
  expect((await call("POST", address, { amount: 5, reason: "x" })).status).toBe(400);
  const nobody = `/api/admin/users/${crypto.randomUUID()}/credits`;
  expect((await call("POST", nobody, { amount: 5, reason: "x" }, key)).status).toBe(404);
});

test("AD-09 a correction's key stands for one member and one amount, whichever admin sends it", async () => {
  const [one, two] = [await server.signUp("Key Holder"), await server.signUp("Key Borrower")];
  const other = await server.signUp("Second Corrector");
  await setRole(other.userId, "admin");
  const key = { "idempotency-key": crypto.randomUUID() };
  const body = (amount: number) => ({ amount, reason: "A gift" });
  const creditsOf = (userId: string) => `/api/admin/users/${userId}/credits`;
  const byOther = (userId: string, amount: number) =>
    other.fetch(creditsOf(userId), {
      method: "POST",
      headers: { ...key, "content-type": "application/json" },
      body: JSON.stringify(body(amount)),
    });
  // Two admins send the same correction concurrently: it is applied once.
  const [mine, theirs] = await Promise.all([
    call("POST", creditsOf(one.userId), body(7), key),
    byOther(one.userId, 7),
  ]);
  expect(mine).toEqual({ status: 200, body: { moved: 7, current: 12 } });
  expect([theirs.status, await theirs.json()]).toEqual([200, { moved: 7, current: 12 }]);
  // Whichever came first is in the log, once.
  expect(await auditOf(one.userId)).toMatchObject([{ action: "member.credits", reason: "A gift" }]);
  const reused = { type: "urn:echoform:problem:key-reused" };
  const otherAmount = await call("POST", creditsOf(one.userId), body(8), key);
  expect(otherAmount).toMatchObject({ status: 409, body: reused });
  const otherMember = await call("POST", creditsOf(two.userId), body(7), key);
  expect(otherMember).toMatchObject({ status: 409, body: reused });
  expect((await byOther(two.userId, 7)).status).toBe(409);
  const { rows } = await server.services.pool.query(
    "select credits from users where id = any($1) order by credits",
    [[one.userId, two.userId]],
  );
  expect(rows).toEqual([{ credits: 5 }, { credits: 12 }]);
});

test("AD-09 a key whose correction moved nothing is bound as well", async () => {
  const { userId } = await server.signUp("Empty Pocket");
  const address = `/api/admin/users/${userId}/credits`;
  const take = (amount: number, id: string) =>
    call("POST", address, { amount, reason: "Mistake" }, { "idempotency-key": id });
  await take(-5, crypto.randomUUID());
  const key = crypto.randomUUID();
  expect((await take(-3, key)).body).toEqual({ moved: 0, current: 0 });
  expect((await take(-3, key)).body).toEqual({ moved: 0, current: 0 });
  expect((await take(4, key)).status).toBe(409);
  // Two corrections, however often they were sent.
  expect(await auditOf(userId)).toHaveLength(2);
});

test("AD-11 the audit log cannot be changed", async () => {
  const { pool } = server.services;
  await expect(pool.query("update admin_audit set reason = 'other'")).rejects.toThrow(
    /append-only/,
  );
  await expect(pool.query("delete from admin_audit")).rejects.toThrow(/append-only/);
});
