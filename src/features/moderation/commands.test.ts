import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import { claimGeneration } from "#app/features/generation/jobs/claim.ts";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { changeMemberRights } from "#app/features/identity/commands.ts";
import { notificationList } from "#app/features/notifications/queries.ts";
import { reviewPictures } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { inAudit } from "#tests/harness/audit.ts";
import { aCaster } from "#tests/harness/caster.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { closeOwnAccount, liftSanction, reopenAccount, sanctionMember } from "./commands.ts";
import { endDueSuspensions } from "./jobs.ts";
import { sanctionsOf } from "./queries.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

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
  const [{ id, key }] = await moderator.decide(member.id, {
    kind: "suspension",
    days: 3,
    note: "Fourteen times the same advertisement.",
  });
  const user = await moderator.userOf(member.id);
  expect(user).toMatchObject({ ban_kind: "suspension", ban_reason: "spam", credits: 5 });
  const leftMs = (user.ban_until?.getTime() ?? 0) - Date.now();
  expect(leftMs / 86_400_000).toBeCloseTo(3, 1);
  expect(await sessionsOf(member.id)).toBe(0);
  expect(await moderator.isShown(picture.id)).toBe(false);
  expect(await moderator.auditOf(member.id)).toEqual([
    {
      action: "member.suspension",
      reason: "Spam or misleading: Fourteen times the same advertisement.",
      admin_id: moderator.admin.userId,
      request_id: expect.any(String) as string,
    },
  ]);
  const [mail] = await moderator.mailsTo(member.email);
  expect(mail.subject).toMatch(/^Your account is suspended until /);
  expect(mail.text).toContain("Fourteen times the same advertisement.");
  expect(mail.text).toContain(`${services.env.SERVER_URL}/appeal/${key}`);
  const { items } = await notificationList(services.db, member.id);
  expect(items).toMatchObject([{ type: "moderation", metadata: { link: `/appeal/${key}` } }]);

  await liftSanction(services, moderator.by(), id, "A mistake of ours.");
  expect(await moderator.userOf(member.id)).toMatchObject({ banned_at: null, ban_kind: null });
  expect(await moderator.isShown(picture.id)).toBe(true);
  expect((await moderator.mailsTo(member.email)).at(-1)?.text).toContain("A mistake of ours.");
  expect((await moderator.auditOf(member.id)).map(({ action }) => action)).toEqual([
    "member.suspension",
    "member.lift",
  ]);
  await expect(liftSanction(services, moderator.by(), id, null)).rejects.toMatchObject({
    code: "conflict",
  });
});

test("CR-03 a ban cancels waiting and running casts, voids their holds and keeps the credits", async () => {
  const caster = await aCaster(services, 20);
  const running = await caster.cast("a lake at dawn");
  const room = { local: true, limits: new Map<string, number>() };
  const claimed = await claimGeneration(services.db, { worker: "w", leaseSeconds: 60 }, room);
  expect(claimed?.id).toBe(running);
  const waiting = await caster.cast("a hill at dusk");
  expect((await caster.balance()).current).toBeLessThan(20);
  await moderator.decide(caster.id, { kind: "ban" });
  for (const id of [running, waiting]) {
    expect(await caster.see(id)).toMatchObject({ state: "cancelled" });
  }
  expect((await caster.balance()).current).toBe(20);
  expect((await moderator.userOf(caster.id)).credits).toBe(20);
  await expect(caster.cast("one more")).rejects.toMatchObject({ code: "unauthenticated" });
  await reopenAccount(services, moderator.by(), caster.id, null);
  const again = await caster.cast("a lake at noon");
  expect(await caster.see(again)).toMatchObject({ state: "queued" });
});

test("CR-03 casts requested while the ban is written are cancelled or refused, none stays open", async () => {
  const caster = await aCaster(services, 40);
  const wished = [1, 2, 3, 4, 5, 6].map((number) =>
    caster.cast(`lake ${number}`).catch((error: unknown) => (error as { code: string }).code),
  );
  const [, ...results] = await Promise.all([
    moderator.decide(caster.id, { kind: "ban" }),
    ...wished,
  ]);
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
  await moderator.suspend(member.id);
  const delivered = await aPicture(services, member);
  const review = (id: string, action: "approve" | "reject") =>
    inAudit(services.db, moderator.admin, (tx) => reviewPictures(tx, [id], action));
  const [change] = await review(waiting.id, "approve");
  expect(change.after).toMatchObject({ approved: true, status: "ready" });
  await review(rejected.id, "reject");
  const all = [waiting.id, rejected.id, delivered.id];
  expect(await Promise.all(all.map((id) => moderator.isShown(id)))).toEqual([false, false, false]);
  await reopenAccount(services, moderator.by(), member.id, null);
  expect(await Promise.all(all.map((id) => moderator.isShown(id)))).toEqual([true, false, true]);
});

test("AD-11 two admins who ban each other at once leave one", async () => {
  const two = await testServices();
  try {
    const members = [
      await aMember(two, { role: "admin" }),
      await aMember(two, { role: "admin" }),
    ] as const;
    const ban = (who: TestMember, whom: TestMember) =>
      sanctionMember(two, moderator.by(actorFor(who, "admin")), whom.id, {
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
  await expect(moderator.decide(moderator.admin.userId, { kind: "ban" })).rejects.toMatchObject({
    code: "conflict",
  });
  await moderator.decide(other.id, { kind: "ban" });
  const late = moderator.decide(member.id, { kind: "ban" }, actorFor(other, "admin"));
  await expect(late).rejects.toMatchObject({ code: "forbidden" });
  expect(await moderator.auditOf(member.id)).toEqual([]);
  expect(await sanctionsOf(services.db, member.id)).toEqual([]);
  await expect(moderator.decide(randomUUID(), { kind: "ban" })).rejects.toMatchObject({
    code: "not-found",
  });
});

test("a ban takes the place of a suspension, and its undo opens the account", async () => {
  const member = await aMember(services);
  const [first] = await moderator.suspend(member.id);
  const [second] = await moderator.decide(member.id, { kind: "ban" });
  expect(await moderator.userOf(member.id)).toMatchObject({ ban_kind: "ban", ban_until: null });
  const decisions = await sanctionsOf(services.db, member.id);
  expect(decisions.map(({ id, isActive }) => [id, isActive])).toEqual([
    [second.id, true],
    [first.id, false],
  ]);
  await liftSanction(services, moderator.by(), second.id, null);
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
});

test("upkeep ends a suspension when its time has come, once, and says so", async () => {
  const member = await aMember(services);
  const picture = await aPicture(services, member);
  const [{ id }] = await moderator.suspend(member.id, 1);
  expect(await endDueSuspensions(services, audited)).toBe(0);
  const past = new Date(Date.now() - 1000);
  await services.db.updateTable("sanctions").set({ ends_at: past }).where("id", "=", id).execute();
  await services.db
    .updateTable("users")
    .set({ ban_until: past })
    .where("id", "=", member.id)
    .execute();
  const runs = [endDueSuspensions(services, audited), endDueSuspensions(services, audited)];
  expect((await Promise.all(runs)).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
  expect(await moderator.isShown(picture.id)).toBe(true);
  expect((await moderator.auditOf(member.id)).at(-1)).toMatchObject({
    action: "member.lift",
    admin_id: null,
    request_id: "upkeep",
  });
  expect((await moderator.mailsTo(member.email)).at(-1)?.subject).toMatch(
    /^Your suspension has ended/,
  );
});

test("a demonstration creator is suspended without a mail", async () => {
  const member = await aMember(services, { columns: { is_demo: true } });
  await moderator.suspend(member.id);
  expect(await moderator.mailsTo(member.email)).toEqual([]);
});

test("a suspended member's request for a cast that began before is refused as signed out", async () => {
  const member = await aMember(services);
  await moderator.suspend(member.id);
  const input = castInput.parse({ quality: "standard", prompt: "a lake" });
  const asking = requestCast(services, actorFor(member), input, randomUUID());
  await expect(asking).rejects.toMatchObject({ code: "unauthenticated" });
});
