import { afterAll, beforeAll, expect, test } from "vitest";
import { audited, undoDecision } from "#app/features/admin/commands.ts";
import { reportPicture } from "#app/features/pictures/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { reviewPicture } from "../commands.ts";
import { reviewInput } from "../inputs.ts";
import { reviewQueue, sanctionsOf } from "../queries.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

const waiting = { approved: false, status: "waiting" } as const;
const decide = (id: string, input: object) =>
  reviewPicture(services, { ...moderator.by(), audited }, id, reviewInput.parse(input));
const report = async (id: string, reason: "spam" | "hate", note?: string) =>
  reportPicture(services, actorFor(await aMember(services)), id, { reason, note });
const queued = async () => {
  const { items } = await reviewQueue(services.db, { limit: 50 });
  return items.map(({ id }) => id);
};
const reportState = async (id: string) => {
  const query = services.db.selectFrom("reports").select("state").where("picture_id", "=", id);
  return (await query.executeTakeFirstOrThrow()).state;
};

test("AD-11 the review has what waits and what was reported, each once, by pages, with the member's standing", async () => {
  const member = await aMember(services, { name: "Mira Holt" });
  await moderator.decide(member.id, { kind: "strike" });
  await aPicture(services, member);
  const both = await aPicture(services, member);
  const other = await aPicture(services, member);
  await report(both.id, "hate", "Look at the sign");
  // Flagged by the classifier after it was reported.
  await services.db.updateTable("pictures").set(waiting).where("id", "=", both.id).execute();
  await report(other.id, "spam");
  await report(other.id, "hate");
  await report(other.id, "hate");
  const first = await reviewQueue(services.db, { limit: 1 });
  const second = await reviewQueue(services.db, { limit: 1, cursor: first.next ?? "" });
  expect([first.items[0].id, second.items[0].id, second.next]).toEqual([other.id, both.id, null]);
  expect(first.items[0]).toMatchObject({
    isWaiting: false,
    reports: [
      { reason: "hate", count: 2 },
      { reason: "spam", count: 1 },
    ],
    member: { name: "Mira Holt", strikes: 1, hidden: 0, pictures: 3 },
  });
  expect(second.items[0]).toMatchObject({ isWaiting: true, notes: ["Look at the sign"] });
  await decide(both.id, { action: "approve" });
  await decide(other.id, { action: "approve" });
  expect(await queued()).toEqual([]);
  expect([await moderator.isShown(both.id), await moderator.isShown(other.id)]).toEqual([
    true,
    true,
  ]);
  expect(await reportState(both.id)).toBe("dismissed");
});

test("AD-11 a rejection upholds the report and tells the owner; its undo opens both again", async () => {
  const member = await aMember(services);
  const { id } = await aPicture(services, member);
  await report(id, "spam");
  const { undo } = await decide(id, { action: "reject", reason: "hate", note: "The sign" });
  expect(await moderator.isShown(id)).toBe(false);
  expect(await reportState(id)).toBe("upheld");
  expect(await sanctionsOf(services.db, member.id)).toMatchObject([
    { kind: "picture", reason: "hate", note: "The sign", isActive: true },
  ]);
  expect((await moderator.auditOf(id)).map(({ action }) => action)).toEqual(["picture.reject"]);
  await undoDecision(services, moderator.by(), undo);
  expect(await queued()).toEqual([id]);
  expect(await moderator.isShown(id)).toBe(true);
  expect((await sanctionsOf(services.db, member.id))[0].isActive).toBe(false);
  await decide(id, { action: "approve" });
});

test("AD-11 of two admins who decide about one picture at once, one is told that it is done", async () => {
  const { id } = await aPicture(services, await aMember(services), waiting);
  const results = await Promise.allSettled([
    decide(id, { action: "approve" }),
    decide(id, { action: "reject", reason: "spam" }),
  ]);
  const statuses = results.map(({ status }) => status).toSorted();
  expect(statuses).toEqual(["fulfilled", "rejected"]);
  expect(await queued()).toEqual([]);
});
