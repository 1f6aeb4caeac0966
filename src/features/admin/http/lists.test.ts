import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";

let server: TestServer;
let admin: SignedUp;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signUp("Ada Admin");
  const users = server.services.db.updateTable("users").set({ role: "admin" });
  await users.where("id", "=", admin.userId).execute();
});
afterAll(() => server.close());

const send = async (address: string, body: unknown, headers = {}) => {
  const answer = await admin.fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const linesOf = async (address: string): Promise<string[]> => {
  const answer = await admin.fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return (await answer.text()).trimEnd().split("\r\n");
};

const memberRow = (id: string) =>
  server.services.db
    .selectFrom("users")
    .select(["credits", "verified_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const auditOf = (id: string) =>
  server.services.db
    .selectFrom("admin_audit")
    .select(["action", "admin_id", "reason"])
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();

test("AD-09 balances come as CSV with the filter of the page, and a name that is a formula as text", async () => {
  const named = await aMember(server.services, {
    name: '=HYPERLINK("https://evil.example","x")',
    credits: 40,
  });
  await aMember(server.services, { name: "Somebody Else" });
  const lines = await linesOf("/api/admin/users-billing.csv?q=HYPERLINK");
  expect(lines).toEqual([
    "Id,Name,Username,Email,Plan,Credits,Reserved,Spent,Debt,Customer",
    [
      named.id,
      `"'=HYPERLINK(""https://evil.example"",""x"")"`,
      named.username,
      named.email,
      "Free,40,0,0,0,",
    ].join(","),
  ]);
});

test("AD-03 a download has every member, beyond the pages it is read in", async () => {
  const { db } = server.services;
  const rows = Array.from({ length: 1_500 }, (_, n) => ({
    id: crypto.randomUUID(),
    email: `row-${n}@example.org`,
    name: `Row ${n}`,
    username: `csv_row_${n}`,
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto("users")
      .values(rows.slice(from, from + 500))
      .execute();
  }
  const lines = await linesOf("/api/admin/users.csv?q=csv_row_");
  expect(new Set(lines.slice(1).map((line) => line.split(",")[0]))).toEqual(
    new Set(rows.map(({ id }) => id)),
  );
  expect(lines).toHaveLength(1 + rows.length);
  await db.deleteFrom("users").where("username", "like", "csv\\_row\\_%").execute();
});

test("AD-11 the audit log comes as CSV, of one kind of thing", async () => {
  const member = await aMember(server.services);
  await send("/api/admin/users/bulk", { ids: [member.id], verified: true });
  const lines = await linesOf("/api/admin/audit.csv?kind=member");
  expect(lines[0]).toBe("When,Admin,Action,Kind,Target,Before,After,Reason,Request");
  expect(lines.filter((line) => line.includes(member.id))).toEqual([
    expect.stringContaining(`member.standing,member,${member.id},`) as string,
  ]);
  expect(await linesOf("/api/admin/audit.csv?kind=prompt")).toHaveLength(1);
});

test("a bad filter of a download is refused, and members get none", async () => {
  expect((await admin.fetch("/api/admin/users.csv?role=king")).status).toBe(400);
  expect((await admin.fetch("/api/admin/users.csv?cursor=x")).status).toBe(400);
  const member = await server.signUp("Mira Member");
  expect((await member.fetch("/api/admin/users.csv")).status).toBe(403);
  expect((await server.fetch("/api/admin/audit.csv")).status).toBe(401);
});

test("AD-03 several members are verified at once, each with its audit entry", async () => {
  const [first, second] = [await aMember(server.services), await aMember(server.services)];
  const ids = [first.id, second.id];
  const verify = (verified: boolean) => send("/api/admin/users/bulk", { ids, verified });
  expect(await verify(true)).toEqual({ status: 200, body: { changed: 2 } });
  expect(await verify(true)).toEqual({ status: 200, body: { changed: 0 } });
  for (const id of ids) {
    expect((await memberRow(id)).verified_at).not.toBeNull();
    expect(await auditOf(id)).toEqual([
      { action: "member.standing", admin_id: admin.userId, reason: null },
    ]);
  }
  expect(await verify(false)).toEqual({ status: 200, body: { changed: 2 } });
  expect((await memberRow(first.id)).verified_at).toBeNull();
});

test("AD-03 verifying several changes none when one is no member", async () => {
  const { id } = await aMember(server.services);
  const ids = [id, crypto.randomUUID()];
  expect((await send("/api/admin/users/bulk", { ids, verified: true })).status).toBe(404);
  expect((await memberRow(id)).verified_at).toBeNull();
  expect(await auditOf(id)).toEqual([]);
});

test("AD-09 several balances are corrected at once, once per key", async () => {
  const [first, second] = [
    await aMember(server.services),
    await aMember(server.services, { credits: 100 }),
  ];
  const ids = [first.id, second.id];
  const correct = (amount: number, key: string, of = ids) =>
    send(
      "/api/admin/users/credits",
      { ids: of, amount, reason: "An outage" },
      { "idempotency-key": key },
    );
  expect(await correct(20, "outage-1")).toEqual({ status: 200, body: { members: 2, moved: 40 } });
  expect(await correct(20, "outage-1")).toEqual({ status: 200, body: { members: 2, moved: 40 } });
  expect((await correct(21, "outage-1")).status).toBe(409);
  expect([(await memberRow(first.id)).credits, (await memberRow(second.id)).credits]).toEqual([
    25, 120,
  ]);
  // No balance goes below 0.
  expect((await correct(-60, "outage-2")).body).toEqual({ members: 2, moved: -85 });
  expect(await auditOf(first.id)).toEqual(
    [1, 2].map(() => ({
      action: "member.credits",
      admin_id: admin.userId,
      reason: "An outage",
    })),
  );
  expect((await correct(5, "outage-3", [first.id, crypto.randomUUID()])).status).toBe(404);
  expect((await memberRow(first.id)).credits).toBe(0);
  expect((await send("/api/admin/users/credits", { ids, amount: 1, reason: "x" })).status).toBe(
    400,
  );
});

test("AD-09 a key that corrected several balances is refused for other members, another amount or another reason", async () => {
  const made = await Promise.all([1, 2, 3].map(() => aMember(server.services, { credits: 10 })));
  const [first, second, third] = made.map(({ id }) => id);
  const correct = (ids: string[], changes: { amount?: number; reason?: string } = {}) =>
    send(
      "/api/admin/users/credits",
      { ids, amount: 20, reason: "A late night", ...changes },
      { "idempotency-key": "late-night" },
    );
  const done = { status: 200, body: { members: 2, moved: 40 } };
  expect(await correct([first, second])).toEqual(done);
  for (const answer of [
    await correct([third]),
    await correct([first]),
    await correct([first, third]),
    await correct([first, second, third]),
    await correct([first, second], { amount: 21 }),
    await correct([first, second], { reason: "Another night" }),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      body: { type: "urn:echoform:problem:key-reused" },
    });
  }
  // The order of the members is no difference.
  expect(await correct([second, first])).toEqual(done);
  const credits = await Promise.all([first, second, third].map(memberRow));
  expect(credits.map((row) => row.credits)).toEqual([30, 30, 10]);
});

test("AD-09 of corrections with one key and other members at once, one is made", async () => {
  const members = await Promise.all(
    Array.from({ length: 6 }, () => aMember(server.services, { credits: 10 })),
  );
  const headers = { "idempotency-key": "at-once-1" };
  const answers = await Promise.all(
    members.map(({ id }) =>
      send("/api/admin/users/credits", { ids: [id], amount: 20, reason: "At once" }, headers),
    ),
  );
  const made = answers.map(({ status }) => status === 200);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  const credits = await Promise.all(members.map(({ id }) => memberRow(id)));
  expect(credits.map((row) => row.credits)).toEqual(made.map((one) => (one ? 30 : 10)));
});
