import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import { claimGeneration } from "#app/features/generation/jobs/claim.ts";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { changeMemberRights } from "#app/features/identity/commands.ts";
import { notificationList } from "#app/features/notifications/queries.ts";
import { reviewPictures } from "#app/features/pictures/commands.ts";
import { wall } from "#app/features/pictures/queries.ts";
import type { Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { inAudit } from "#tests/harness/audit.ts";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import {
  answerAppeal,
  appeal,
  closeOwnAccount,
  liftSanction,
  reopenAccount,
  sanctionMember,
} from "./commands.ts";
import { sanctionInput } from "./inputs.ts";
import { endDueSuspensions } from "./jobs.ts";
import { decisionByKey, sanctionsOf, strikesOf } from "./queries.ts";

let services: OpenServices;
let admin: Member;
beforeAll(async () => {
  services = await testServices();
  admin = actorFor(await aMember(services, { role: "admin" }), "admin");
});
afterAll(() => services.close());

const by = (who: Member = admin) => ({ admin: who, requestId: randomUUID(), audited });
const decide = (memberId: string, input: object, who?: Member) =>
  sanctionMember(services, by(who), memberId, sanctionInput.parse({ reason: "spam", ...input }));
const suspend = (memberId: string, days = 7) => decide(memberId, { kind: "suspension", days });
const userOf = (id: string) =>
  services.db
    .selectFrom("users")
    .select(["banned_at", "ban_kind", "ban_until", "ban_reason", "credits", "role"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const isShown = async (pictureId: string) => {
  const { items } = await wall(services.db, { limit: 100 });
  return items.some(({ id }) => id === pictureId);
};
const auditOf = (targetId: string) =>
  services.db
    .selectFrom("admin_audit")
    .select(["action", "reason", "admin_id", "request_id"])
    .where("target_id", "=", targetId)
    .orderBy("id")
    .execute();
const mailsTo = async (email: string) => {
  const { rows } = await services.pool.query<{ data: { subject: string; text: string } }>(
    "select data from pgboss.job where name = 'mail' and data ->> 'to' = $1 order by created_on",
    [email],
  );
  return rows.map(({ data }) => data);
};
const openSession = (member: TestMember) =>
  services.db
    .insertInto("sessions")
    .values({
      id: randomUUID(),
      user_id: member.id,
      token: randomUUID(),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
const sessionsOf = async (id: string) =>
  (await services.db.selectFrom("sessions").select("id").where("user_id", "=", id).execute())
    .length;

test("AD-11 a suspension ends sessions, hides pictures, is audited and told; its undo brings all back", async () => {
  const member = await aMember(services, { name: "Mira Holt" });
  const picture = await aPicture(services, member);
  await openSession(member);
  const [{ id, key }] = await decide(member.id, {
    kind: "suspension",
    days: 3,
    note: "Fourteen times the same advertisement.",
  });
  const user = await userOf(member.id);
  expect(user).toMatchObject({ ban_kind: "suspension", ban_reason: "spam", credits: 5 });
  const leftMs = (user.ban_until?.getTime() ?? 0) - Date.now();
  expect(leftMs / 86_400_000).toBeCloseTo(3, 1);
  expect(await sessionsOf(member.id)).toBe(0);
  expect(await isShown(picture.id)).toBe(false);
  expect(await auditOf(member.id)).toEqual([
    {
      action: "member.suspension",
      reason: "Spam or misleading: Fourteen times the same advertisement.",
      admin_id: admin.userId,
      request_id: expect.any(String) as string,
    },
  ]);
  const [mail] = await mailsTo(member.email);
  expect(mail.subject).toMatch(/^Your account is suspended until /);
  expect(mail.text).toContain("Fourteen times the same advertisement.");
  expect(mail.text).toContain(`${services.env.SERVER_URL}/appeal/${key}`);
  const { items } = await notificationList(services.db, member.id);
  expect(items).toMatchObject([{ type: "moderation", metadata: { link: `/appeal/${key}` } }]);

  await liftSanction(services, by(), id, "A mistake of ours.");
  expect(await userOf(member.id)).toMatchObject({ banned_at: null, ban_kind: null });
  expect(await isShown(picture.id)).toBe(true);
  expect((await mailsTo(member.email)).at(-1)?.text).toContain("A mistake of ours.");
  expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
    "member.suspension",
    "member.lift",
  ]);
  await expect(liftSanction(services, by(), id, null)).rejects.toMatchObject({ code: "conflict" });
});

test("CR-03 a ban cancels waiting and running casts, voids their holds and keeps the credits", async () => {
  const caster = await aCaster(services, 20);
  const running = await caster.cast("a lake at dawn");
  const room = { local: true, limits: new Map<string, number>() };
  const claimed = await claimGeneration(services.db, { worker: "w", leaseSeconds: 60 }, room);
  expect(claimed?.id).toBe(running);
  const waiting = await caster.cast("a hill at dusk");
  expect((await caster.balance()).current).toBeLessThan(20);
  await decide(caster.id, { kind: "ban" });
  for (const id of [running, waiting]) {
    expect(await caster.see(id)).toMatchObject({ state: "cancelled" });
  }
  expect((await caster.balance()).current).toBe(20);
  expect((await userOf(caster.id)).credits).toBe(20);
  await expect(caster.cast("one more")).rejects.toMatchObject({ code: "unauthenticated" });
  await reopenAccount(services, by(), caster.id, null);
  const again = await caster.cast("a lake at noon");
  expect(await caster.see(again)).toMatchObject({ state: "queued" });
});

test("CR-03 casts requested while the ban is written are cancelled or refused, none stays open", async () => {
  const caster = await aCaster(services, 40);
  const wished = [1, 2, 3, 4, 5, 6].map((number) =>
    caster.cast(`lake ${number}`).catch((error: unknown) => (error as { code: string }).code),
  );
  const [, ...results] = await Promise.all([decide(caster.id, { kind: "ban" }), ...wished]);
  expect(results).toHaveLength(6);
  const open = await services.db
    .selectFrom("generations")
    .select("id")
    .where("user_id", "=", caster.id)
    .where("state", "in", ["queued", "running"])
    .execute();
  expect(open).toEqual([]);
  expect((await caster.balance()).current).toBe(40);
});

test("a picture that is approved, or delivered, while its owner's account is off stays hidden until it is on", async () => {
  const member = await aMember(services);
  const waiting = await aPicture(services, member, { approved: false, status: "waiting" });
  const rejected = await aPicture(services, member);
  await suspend(member.id);
  const delivered = await aPicture(services, member);
  const review = (id: string, action: "approve" | "reject") =>
    inAudit(services.db, admin, (tx) => reviewPictures(tx, [id], action));
  const [change] = await review(waiting.id, "approve");
  expect(change.after).toMatchObject({ approved: true, status: "ready" });
  await review(rejected.id, "reject");
  const all = [waiting.id, rejected.id, delivered.id];
  expect(await Promise.all(all.map(isShown))).toEqual([false, false, false]);
  await reopenAccount(services, by(), member.id, null);
  expect(await Promise.all(all.map(isShown))).toEqual([true, false, true]);
});

test("AD-11 two admins who ban each other at once leave one", async () => {
  const two = await testServices();
  try {
    const members = [
      await aMember(two, { role: "admin" }),
      await aMember(two, { role: "admin" }),
    ] as const;
    const ban = (who: TestMember, whom: TestMember) =>
      sanctionMember(two, by(actorFor(who, "admin")), whom.id, {
        kind: "ban",
        reason: "abuse",
        note: null,
      });
    const results = await Promise.allSettled([
      ban(members[0], members[1]),
      ban(members[1], members[0]),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const left = await two.db
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("banned_at", "is", null)
      .execute();
    expect(left).toHaveLength(1);
  } finally {
    await two.close();
  }
});

test("AD-11 a ban and a demotion at once leave one admin, and the last one cannot be banned, demoted or closed", async () => {
  const two = await testServices();
  try {
    const [a, b] = [await aMember(two, { role: "admin" }), await aMember(two, { role: "admin" })];
    const moderator = { system: "operator", audited } as const;
    const ban = (id: string) =>
      sanctionMember(two, moderator, id, { kind: "ban", reason: "abuse", note: null });
    const demote = (id: string) =>
      inAudit(two.db, actorFor(a, "admin"), (tx) => changeMemberRights(tx, id, { role: "member" }));
    const results = await Promise.allSettled([ban(a.id), demote(b.id)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const { id, username } = await two.db
      .selectFrom("users")
      .select(["id", "username"])
      .where("role", "=", "admin")
      .where("banned_at", "is", null)
      .executeTakeFirstOrThrow();
    const last = { id };
    await expect(ban(id)).rejects.toMatchObject({ code: "conflict" });
    await expect(demote(id)).rejects.toMatchObject({ code: "conflict" });
    const close = closeOwnAccount(two, actorFor(last, "admin"), username, {
      audited,
      requestId: "r",
    });
    await expect(close).rejects.toMatchObject({ code: "conflict" });
  } finally {
    await two.close();
  }
});

test("nobody decides about themselves, an admin who was banned meanwhile not at all, and nothing is written", async () => {
  const other = await aMember(services, { role: "admin" });
  const member = await aMember(services);
  await expect(decide(admin.userId, { kind: "ban" })).rejects.toMatchObject({ code: "conflict" });
  await decide(other.id, { kind: "ban" });
  const late = decide(member.id, { kind: "ban" }, actorFor(other, "admin"));
  await expect(late).rejects.toMatchObject({ code: "forbidden" });
  expect(await auditOf(member.id)).toEqual([]);
  expect(await sanctionsOf(services.db, member.id)).toEqual([]);
  await expect(decide(randomUUID(), { kind: "ban" })).rejects.toMatchObject({ code: "not-found" });
});

test("a ban takes the place of a suspension, and its undo opens the account", async () => {
  const member = await aMember(services);
  const [first] = await suspend(member.id);
  const [second] = await decide(member.id, { kind: "ban" });
  expect(await userOf(member.id)).toMatchObject({ ban_kind: "ban", ban_until: null });
  const decisions = await sanctionsOf(services.db, member.id);
  expect(decisions.map(({ id, isActive }) => [id, isActive])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  await liftSanction(services, by(), second.id, null);
  expect((await userOf(member.id)).banned_at).toBeNull();
});

test("upkeep ends a suspension when its time has come, once, and says so", async () => {
  const member = await aMember(services);
  const picture = await aPicture(services, member);
  const [{ id }] = await suspend(member.id, 1);
  expect(await endDueSuspensions(services, audited)).toBe(0);
  const past = new Date(Date.now() - 1000);
  await services.db.updateTable("sanctions").set({ ends_at: past }).where("id", "=", id).execute();
  await services.db
    .updateTable("users")
    .set({ ban_until: past })
    .where("id", "=", member.id)
    .execute();
  const runs = [endDueSuspensions(services, audited), endDueSuspensions(services, audited)];
  expect((await Promise.all(runs)).toSorted()).toEqual([0, 1]);
  expect((await userOf(member.id)).banned_at).toBeNull();
  expect(await isShown(picture.id)).toBe(true);
  expect((await auditOf(member.id)).at(-1)).toMatchObject({
    action: "member.lift",
    admin_id: null,
    request_id: "upkeep",
  });
  expect((await mailsTo(member.email)).at(-1)?.subject).toMatch(/^Your suspension has ended/);
});

test("the third strike at the same time suspends for a week; a strike that is over or undone does not count", async () => {
  const member = await aMember(services);
  const [over] = await decide(member.id, { kind: "strike" });
  await services.db
    .updateTable("sanctions")
    .set({ ends_at: new Date(Date.now() - 1000) })
    .where("id", "=", over.id)
    .execute();
  const [undone] = await decide(member.id, { kind: "strike" });
  await liftSanction(services, by(), undone.id, null);
  await decide(member.id, { kind: "strike" });
  expect(await strikesOf(services.db, member.id)).toBe(1);
  expect(await decide(member.id, { kind: "strike" })).toHaveLength(1);
  expect((await userOf(member.id)).banned_at).toBeNull();
  const [strike, suspension] = await decide(member.id, { kind: "strike" });
  expect([strike.kind, suspension.kind]).toEqual(["strike", "suspension"]);
  expect(await userOf(member.id)).toMatchObject({
    ban_kind: "suspension",
    ban_reason: "strikes",
  });
  const { made_by } = await services.db
    .selectFrom("sanctions")
    .select("made_by")
    .where("id", "=", suspension.id)
    .executeTakeFirstOrThrow();
  expect(made_by).toBeNull();
});

test("third strikes given at once suspend once", async () => {
  const member = await aMember(services);
  await Promise.all([1, 2, 3].map(() => decide(member.id, { kind: "strike" })));
  const decisions = await sanctionsOf(services.db, member.id);
  expect(decisions.map(({ kind }) => kind).toSorted()).toEqual([
    "strike",
    "strike",
    "strike",
    "suspension",
  ]);
});

test("a decision has one open appeal at a time and three in all; a granted one lifts it", async () => {
  const member = await aMember(services);
  const [{ key }] = await suspend(member.id);
  const first = await Promise.allSettled([
    appeal(services, key, "It was not me"),
    appeal(services, key, "It was not me"),
  ]);
  expect(first.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const openAppeal = async () => {
    const decision = await decisionByKey(services.db, key);
    const open = decision?.appeals.find(({ state }) => state === "open");
    return open?.id ?? "";
  };
  const answer = (outcome: "granted" | "declined") => async (id: string) =>
    answerAppeal(services, by(), id, { outcome, answer: "We looked again." });
  const id = await openAppeal();
  await answer("declined")(id);
  await expect(answer("granted")(id)).rejects.toMatchObject({ code: "conflict" });
  expect((await mailsTo(member.email)).at(-1)).toMatchObject({
    subject: expect.stringMatching(/^Your appeal was declined/) as string,
    text: expect.stringContaining("We looked again.") as string,
  });
  await appeal(services, key, "Please look once more");
  await answer("declined")(await openAppeal());
  await appeal(services, key, "A third time");
  await answer("granted")(await openAppeal());
  expect((await userOf(member.id)).banned_at).toBeNull();
  const refused = appeal(services, key, "A fourth time");
  await expect(refused).rejects.toMatchObject({ code: "conflict" });
  expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
    "member.suspension",
    "member.appeal",
    "member.appeal",
    "member.appeal",
    "member.lift",
  ]);
});

test("after three declined appeals there is no fourth", async () => {
  const member = await aMember(services);
  const [{ key }] = await decide(member.id, { kind: "ban" });
  for (const body of ["One", "Two", "Three"]) {
    const { id } = await appeal(services, key, body);
    await answerAppeal(services, by(), id, { outcome: "declined", answer: "No." });
  }
  await expect(appeal(services, key, "Four")).rejects.toMatchObject({
    code: "conflict",
    info: { detail: expect.stringContaining("at most 3") as string },
  });
});

test("undoing a decision grants the appeal that waits for an answer", async () => {
  const member = await aMember(services);
  const [{ id, key }] = await suspend(member.id);
  await appeal(services, key, "It was not me");
  await liftSanction(services, by(), id, null);
  const decision = await decisionByKey(services.db, key);
  expect(decision).toMatchObject({ isActive: false, appeals: [{ state: "granted" }] });
});

test("a member closes their own account, by their own username alone, and an admin opens it again", async () => {
  const member = await aMember(services);
  const picture = await aPicture(services, member);
  const close = (username: string) =>
    closeOwnAccount(services, actorFor(member), username, { audited, requestId: "close" });
  await expect(close("somebody")).rejects.toMatchObject({ code: "invalid-request" });
  await close(`@${member.username.toUpperCase()}`);
  expect(await userOf(member.id)).toMatchObject({ ban_kind: "closure", ban_reason: "requested" });
  expect(await isShown(picture.id)).toBe(false);
  await reopenAccount(services, by(), member.id, null);
  expect(await isShown(picture.id)).toBe(true);
  const nothing = reopenAccount(services, by(), member.id, null);
  await expect(nothing).rejects.toMatchObject({ code: "not-found" });
});

test("a demonstration creator is suspended without a mail", async () => {
  const member = await aMember(services, { columns: { is_demo: true } });
  await suspend(member.id);
  expect(await mailsTo(member.email)).toEqual([]);
});

test("a suspended member's request for a cast that began before is refused as signed out", async () => {
  const member = await aMember(services);
  await suspend(member.id);
  const input = castInput.parse({ quality: "standard", prompt: "a lake" });
  const asking = requestCast(services, actorFor(member), input, randomUUID());
  await expect(asking).rejects.toMatchObject({ code: "unauthenticated" });
});
