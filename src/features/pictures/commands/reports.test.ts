import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { inAudit } from "#tests/harness/audit.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import { reopenReport, reportPicture, resolveReport } from "../commands.ts";
import { reportQueue } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let admin: Member;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  admin = actorFor(await aMember(services, { role: "admin" }), "admin");
});
afterAll(() => services.close());

const decide = (reportId: string, action: "dismiss" | "hide" | "remove") =>
  inAudit(services.db, admin, (tx) => resolveReport(tx, admin, reportId, action));
const someone = async () => actorFor(await aMember(services));
const reportOf = async (pictureId: string) => {
  const { items } = await reportQueue(services.db, { limit: 100 });
  return items.filter(({ picture }) => picture.id === pictureId);
};

test("AD-11 reports of one picture are one in the queue, with one vote per member", async () => {
  const { id } = await aPicture(services, owner);
  const [first, second] = [await someone(), await someone()];
  await Promise.all([
    reportPicture(services, first, id, { reason: "spam" }),
    reportPicture(services, second, id, { reason: "hate", note: "See the sign" }),
  ]);
  await reportPicture(services, first, id, { reason: "rights", note: "Mine" });
  const [report, ...others] = await reportOf(id);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ state: "open", voiceCount: 2, resolvedAt: null });
  const said = new Map(report.voices.map(({ reason, note }) => [reason, note]));
  expect(said).toEqual(
    new Map([
      ["hate", "See the sign"],
      ["rights", "Mine"],
    ]),
  );
});

test.each([
  ["hide", { approved: false, status: "rejected", removed_at: null }, "upheld"],
  ["remove", { approved: false, status: "ready", removed_at: expect.any(Date) as Date }, "upheld"],
  ["dismiss", { approved: true, status: "ready", removed_at: null }, "dismissed"],
] as const)("AD-11 %s decides a report once", async (action, after, state) => {
  const { id } = await aPicture(services, owner);
  await reportPicture(services, await someone(), id, { reason: "spam" });
  const [report] = await reportOf(id);
  await decide(report.id, action);
  expect(await reportOf(id)).toEqual([]);
  const row = await services.db
    .selectFrom("pictures")
    .select(["approved", "status", "removed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual(after);
  const decided = await reportQueue(services.db, { state, limit: 100 });
  expect(decided.items.find((one) => one.id === report.id)).toMatchObject({
    resolvedBy: expect.stringMatching(/^m_/) as string,
    reasons: [{ reason: "spam", count: 1 }],
  });
  await expect(decide(report.id, action)).rejects.toMatchObject({ code: "conflict" });
});

test("AD-11 reasons are counted over all reporters, of whom the latest 20 are shown", async () => {
  const { id } = await aPicture(services, owner);
  for (let at = 0; at < 22; at += 1) {
    const reason = at % 3 === 0 ? ("hate" as const) : ("spam" as const);
    await reportPicture(services, await someone(), id, { reason });
  }
  const [report] = await reportOf(id);
  expect(report).toMatchObject({
    voiceCount: 22,
    reasons: [
      { reason: "spam", count: 14 },
      { reason: "hate", count: 8 },
    ],
  });
  expect(report.voices).toHaveLength(20);
});

test("AD-11 concurrent reports and decisions never deadlock", async () => {
  const { id } = await aPicture(services, owner);
  const people = await Promise.all(Array.from({ length: 6 }, someone));
  await reportPicture(services, people[0], id, { reason: "spam" });
  for (let round = 0; round < 5; round += 1) {
    const open = await reportOf(id);
    const done = await Promise.allSettled([
      ...people.map((member) => reportPicture(services, member, id, { reason: "rights" })),
      ...open.map((report) => decide(report.id, "dismiss")),
    ]);
    expect(done.filter(({ status }) => status === "rejected")).toEqual([]);
  }
});

test("AD-11 undoing a decision reopens the report, unless the picture was reported again", async () => {
  const { id } = await aPicture(services, owner);
  await reportPicture(services, await someone(), id, { reason: "spam" });
  const [report] = await reportOf(id);
  const reopen = () => inAudit(services.db, admin, (tx) => reopenReport(tx, report.id));
  expect(await reopen()).toBeNull();
  await decide(report.id, "dismiss");
  expect(await reopen()).toMatchObject({
    before: { state: "dismissed" },
    after: { state: "open" },
  });
  await decide(report.id, "dismiss");
  await reportPicture(services, await someone(), id, { reason: "hate" });
  expect(await reopen()).toBeNull();
});

test("AD-11 after a decision a new report opens anew", async () => {
  const { id } = await aPicture(services, owner);
  const member = await someone();
  await reportPicture(services, member, id, { reason: "spam" });
  const [before] = await reportOf(id);
  await decide(before.id, "dismiss");
  await reportPicture(services, member, id, { reason: "hate" });
  const [after] = await reportOf(id);
  expect(after.id).not.toBe(before.id);
});

test("AD-11 nobody reports their own picture, or one they may not see", async () => {
  const { id } = await aPicture(services, owner);
  const hidden = await aPicture(services, owner, { is_public: false });
  const own = reportPicture(services, actorFor(owner), id, { reason: "spam" });
  await expect(own).rejects.toMatchObject({ code: "invalid-request" });
  const member = await someone();
  for (const pictureId of [hidden.id, randomUUID()]) {
    const report = reportPicture(services, member, pictureId, { reason: "spam" });
    await expect(report).rejects.toMatchObject({ code: "not-found" });
  }
});

test("the queue is read page by page", async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reportQueue(services.db, { limit: 1, cursor });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const { items } = await reportQueue(services.db, { limit: 100 });
  expect(seen).toEqual(items.map(({ id }) => id));
});
