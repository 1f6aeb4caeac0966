import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture } from "#tests/harness/factories.ts";
import { testServer, type SignedUp, type TestServer } from "#tests/harness/server.ts";

let server: TestServer;
let admin: SignedUp;
let member: SignedUp;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signUp("Ada Admin");
  member = await server.signUp("Mira Member");
  await server.services.db
    .updateTable("users")
    .set({ role: "admin" })
    .where("id", "=", admin.userId)
    .execute();
});
afterAll(() => server.close());

const call = async (method: string, address: string, json?: object) => {
  const answer = await admin.fetch(address, {
    method,
    headers: { "content-type": "application/json" },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as never };
};
const auditOf = (targetId: string) =>
  server.services.db
    .selectFrom("admin_audit")
    .select(["action", "reason"])
    .where("target_id", "=", targetId)
    .where("admin_id", "=", admin.userId)
    .orderBy("id")
    .execute();
const stateOf = (id: string) =>
  server.services.db
    .selectFrom("pictures")
    .select(["approved", "status", "removed_at"])
    .where("id", "=", id)
    .executeTakeFirst();

/** A picture of the member, reported by somebody else. */
async function reported(title: string) {
  const picture = await aPicture(server.services, { id: member.userId }, { title });
  const by = await server.signUp("Rita Reporter");
  const answer = await by.fetch(`/api/picture/${picture.id}/reports`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reason: "rights", note: "It is mine" }),
  });
  expect(answer.status).toBe(204);
  const { body } = await call("GET", "/api/admin/reports");
  const { items } = body as { items: { id: string; picture: { id: string } }[] };
  const report = items.find((one) => one.picture.id === picture.id);
  return { picture, report: report as NonNullable<typeof report> };
}

test.each([
  ["dismiss", { approved: true, removed_at: null }, []],
  ["hide", { approved: false, status: "rejected" }, ["picture.reject", "picture.undo"]],
  [
    "remove",
    { approved: false, removed_at: expect.any(Date) as Date },
    ["picture.remove", "picture.undo"],
  ],
])("AD-11 %s on a report is audited and can be undone", async (action, after, said) => {
  const { picture, report } = await reported(`To ${action}`);
  expect(report).toMatchObject({
    state: "open",
    voiceCount: 1,
    reasons: [{ reason: "rights", count: 1 }],
    voices: [{ reason: "rights", note: "It is mine" }],
    picture: { state: "approved", isPublic: true },
  });
  const before = await stateOf(picture.id);
  const address = `/api/admin/reports/${report.id}`;
  const done = await call("PATCH", address, { action, reason: "Seen" });
  expect(done.status).toBe(200);
  expect(await stateOf(picture.id)).toMatchObject(after);
  expect((await call("PATCH", address, { action })).status).toBe(409);
  const { undo } = done.body as { undo: string };
  expect((await call("POST", "/api/admin/images/undo", { undo })).status).toBe(200);
  expect(await stateOf(picture.id)).toEqual(before);
  const { body } = await call("GET", "/api/admin/reports");
  expect((body as { items: object[] }).items).toContainEqual(report);
  expect(await auditOf(report.id)).toEqual([
    { action: `report.${action}`, reason: "Seen" },
    { action: "report.undo", reason: null },
  ]);
  expect((await auditOf(picture.id)).map((row) => row.action)).toEqual(said);
});

test("AD-11 a decision on an unknown report, or of an unknown kind, is refused", async () => {
  const nothing = `/api/admin/reports/${crypto.randomUUID()}`;
  expect((await call("PATCH", nothing, { action: "hide" })).status).toBe(404);
  const { report } = await reported("Undecided");
  for (const body of [{}, { action: "burn" }, { action: "hide", reason: " " }]) {
    expect((await call("PATCH", `/api/admin/reports/${report.id}`, body)).status).toBe(400);
  }
  expect((await call("GET", "/api/admin/reports?state=lost")).status).toBe(400);
});

test("AD-11 an admin's changes to a member's picture are audited, the owner's own are not", async () => {
  const picture = await aPicture(server.services, { id: member.userId }, { title: "Old name" });
  const address = `/api/picture/${picture.id}`;
  const own = await member.fetch(address, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tags: ["own"] }),
  });
  expect(own.status).toBe(200);
  expect(await auditOf(picture.id)).toEqual([]);
  await call("PATCH", address, { title: "New name" });
  await call("DELETE", address);
  const { body } = await call("GET", `/api/admin/audit?target=${picture.id}`);
  expect(body).toMatchObject({
    items: [
      { action: "picture.delete", target: null, before: { title: "New name" } },
      { action: "picture.change", before: { title: "Old name" }, after: { title: "New name" } },
    ],
    next: null,
  });
});

test("AD-11 the audit log is read by kind and in pages, and says what each action was about", async () => {
  const { picture, report } = await reported("Heron in court");
  await call("PATCH", `/api/admin/reports/${report.id}`, { action: "hide" });
  const page = async (query: string) =>
    (await call("GET", `/api/admin/audit?${query}`)).body as {
      items: { id: number; targetKind: string; targetId: string; target: object }[];
      next: string | null;
    };
  const { items } = await page("kind=report&limit=1");
  expect(items).toMatchObject([
    {
      action: "report.hide",
      targetId: report.id,
      target: { kind: "picture", title: "Heron in court", slug: picture.slug },
      admin: { name: "Ada Admin" },
    },
  ]);
  const all = await page("limit=100");
  const seen: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { items: few, next } = await page(`limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...few.map(({ id }) => id));
    cursor = next;
  }
  expect(seen).toEqual(all.items.map(({ id }) => id));
  expect((await page("kind=member")).items.every((row) => row.targetKind === "member")).toBe(true);
  expect((await call("GET", "/api/admin/audit?cursor=zz")).status).toBe(400);
});
