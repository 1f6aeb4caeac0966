import { afterAll, beforeAll, expect, test } from "vitest";
import { decideOnPictures, decideOnReport, undoDecision } from "#app/features/admin/commands.ts";
import { bulkInput } from "#app/features/admin/inputs.ts";
import { notificationList } from "#app/features/notifications/queries.ts";
import { reportPicture } from "#app/features/pictures/commands.ts";
import { reportQueue } from "#app/features/pictures/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { answerAppeal, appeal, liftSanction } from "../commands.ts";
import { sanctionsOf } from "../queries.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

const review = (action: "approve" | "reject" | "remove", ids: string[], why: object = {}) =>
  decideOnPictures(services, moderator.by(), bulkInput.parse({ action, ids, ...why }));

test("AD-11 a rejected picture is a decision with its reason, told once, and ends when it is approved", async () => {
  const member = await aMember(services);
  const { id } = await aPicture(services, member, { title: "Heron at noon" });
  await review("reject", [id], { reason: "rights", note: "Of another artist" });
  await review("remove", [id], { reason: "spam" });
  const [decision, ...others] = await sanctionsOf(services.db, member.id);
  expect(others).toEqual([]);
  expect(decision).toMatchObject({
    kind: "picture",
    reason: "rights",
    note: "Of another artist",
    targetId: id,
    targetTitle: "Heron at noon",
    isActive: true,
  });
  const mails = await moderator.mailsTo(member.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your image “Heron at noon” was hidden/),
  ]);
  expect(await moderator.auditOf(id)).toMatchObject([
    {
      action: "picture.reject",
      reason: "It uses somebody's work without permission: Of another artist",
    },
    { action: "picture.remove", reason: "Spam or misleading" },
  ]);
  await review("approve", [id]);
  expect((await sanctionsOf(services.db, member.id))[0].isActive).toBe(false);
  expect((await moderator.mailsTo(member.email)).at(-1)?.subject).toMatch(/is shown again/);
});

test("AD-11 an appeal of a hidden picture that is granted shows the picture again", async () => {
  const member = await aMember(services);
  const { id } = await aPicture(services, member);
  await review("reject", [id]);
  const [{ id: decisionId, key }] = await sanctionsOf(services.db, member.id);
  const lift = liftSanction(services, moderator.by(), decisionId, null);
  await expect(lift).rejects.toMatchObject({ code: "conflict" });
  const { id: appealId } = await appeal(services, key, "I painted it");
  await answerAppeal(services, moderator.by(), appealId, { outcome: "granted", answer: "Sorry" });
  expect(await moderator.isShown(id)).toBe(true);
  expect((await moderator.auditOf(id)).map(({ action }) => action)).toEqual([
    "picture.reject",
    "picture.approve",
  ]);
});

test("a granted appeal of a picture that is deleted by now only ends the decision", async () => {
  const member = await aMember(services);
  const { id } = await aPicture(services, member);
  await review("reject", [id]);
  const [{ key }] = await sanctionsOf(services.db, member.id);
  const { id: appealId } = await appeal(services, key, "I painted it");
  await services.db.deleteFrom("pictures").where("id", "=", id).execute();
  await answerAppeal(services, moderator.by(), appealId, { outcome: "granted", answer: "Sorry" });
  expect((await sanctionsOf(services.db, member.id))[0].isActive).toBe(false);
});

test("AD-11 a report that hides a picture is a decision for the reason of most reporters; its undo ends it", async () => {
  const member = await aMember(services);
  const { id } = await aPicture(services, member);
  for (const reason of ["spam", "hate", "hate"] as const) {
    await reportPicture(services, actorFor(await aMember(services)), id, { reason });
  }
  const { items } = await reportQueue(services.db, { limit: 100 });
  const report = items.find(({ picture }) => picture.id === id);
  const done = await decideOnReport(services, moderator.by(), report?.id ?? "", { action: "hide" });
  expect((await sanctionsOf(services.db, member.id))[0]).toMatchObject({
    reason: "hate",
    isActive: true,
  });
  await undoDecision(services, moderator.by(), done.undo);
  expect((await sanctionsOf(services.db, member.id))[0].isActive).toBe(false);
  expect(await moderator.isShown(id)).toBe(true);
});

test("many pictures of one member are one mail and a notification each, and an admin's own are not told", async () => {
  const member = await aMember(services);
  const own = await aPicture(services, { id: moderator.admin.userId });
  const ids = await Promise.all([1, 2, 3].map(async () => (await aPicture(services, member)).id));
  await review("reject", [...ids, own.id], { reason: "spam" });
  expect(await sanctionsOf(services.db, member.id)).toHaveLength(3);
  const mails = await moderator.mailsTo(member.email);
  expect(mails).toHaveLength(1);
  expect(mails[0].text).toContain("2 more of your images");
  expect((await notificationList(services.db, member.id)).items).toHaveLength(3);
  expect(await sanctionsOf(services.db, moderator.admin.userId)).toEqual([]);
});
