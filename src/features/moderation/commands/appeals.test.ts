import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { answerAppeal, appeal, closeOwnAccount, liftSanction, reopenAccount } from "../commands.ts";
import { decisionByKey, sanctionsOf, strikesOf } from "../queries.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

test("the third strike at the same time suspends for a week; a strike that is over or undone does not count", async () => {
  const member = await aMember(services);
  const [over] = await moderator.decide(member.id, { kind: "strike" });
  await services.db
    .updateTable("sanctions")
    .set({ ends_at: new Date(Date.now() - 1000) })
    .where("id", "=", over.id)
    .execute();
  const [undone] = await moderator.decide(member.id, { kind: "strike" });
  await liftSanction(services, moderator.by(), undone.id, null);
  await moderator.decide(member.id, { kind: "strike" });
  expect(await strikesOf(services.db, member.id)).toBe(1);
  expect(await moderator.decide(member.id, { kind: "strike" })).toHaveLength(1);
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
  const [strike, suspension] = await moderator.decide(member.id, { kind: "strike" });
  expect([strike.kind, suspension.kind]).toEqual(["strike", "suspension"]);
  expect(await moderator.userOf(member.id)).toMatchObject({
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
  await Promise.all([1, 2, 3].map(() => moderator.decide(member.id, { kind: "strike" })));
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
  const [{ key }] = await moderator.suspend(member.id);
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
    answerAppeal(services, moderator.by(), id, { outcome, answer: "We looked again." });
  const id = await openAppeal();
  await answer("declined")(id);
  await expect(answer("granted")(id)).rejects.toMatchObject({ code: "conflict" });
  expect((await moderator.mailsTo(member.email)).at(-1)).toMatchObject({
    subject: expect.stringMatching(/^Your appeal was declined/) as string,
    text: expect.stringContaining("We looked again.") as string,
  });
  await appeal(services, key, "Please look once more");
  await answer("declined")(await openAppeal());
  await appeal(services, key, "A third time");
  await answer("granted")(await openAppeal());
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
  const refused = appeal(services, key, "A fourth time");
  await expect(refused).rejects.toMatchObject({ code: "conflict" });
  expect((await moderator.auditOf(member.id)).map(({ action }) => action)).toEqual([
    "member.suspension",
    "member.appeal",
    "member.appeal",
    "member.appeal",
    "member.lift",
  ]);
});

test("after three declined appeals there is no fourth", async () => {
  const member = await aMember(services);
  const [{ key }] = await moderator.decide(member.id, { kind: "ban" });
  for (const body of ["One", "Two", "Three"]) {
    const { id } = await appeal(services, key, body);
    await answerAppeal(services, moderator.by(), id, { outcome: "declined", answer: "No." });
  }
  await expect(appeal(services, key, "Four")).rejects.toMatchObject({
    code: "conflict",
    info: { detail: expect.stringContaining("at most 3") as string },
  });
});

test("undoing a decision grants the appeal that waits for an answer", async () => {
  const member = await aMember(services);
  const [{ id, key }] = await moderator.suspend(member.id);
  await appeal(services, key, "It was not me");
  await liftSanction(services, moderator.by(), id, null);
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
  expect(await moderator.userOf(member.id)).toMatchObject({
    ban_kind: "closure",
    ban_reason: "requested",
  });
  expect(await moderator.isShown(picture.id)).toBe(false);
  await reopenAccount(services, moderator.by(), member.id, null);
  expect(await moderator.isShown(picture.id)).toBe(true);
  const nothing = reopenAccount(services, moderator.by(), member.id, null);
  await expect(nothing).rejects.toMatchObject({ code: "not-found" });
});
