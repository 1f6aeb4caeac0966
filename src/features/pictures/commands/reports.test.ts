import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "../../../../tests/harness/factories.ts";
import { actorFor } from "../../../../tests/harness/made-picture.ts";
import { testServices } from "../../../../tests/harness/services.ts";
import type { Member } from "../../../lib/actor.ts";
import { reportPicture, resolveReport } from "../commands.ts";
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

const someone = async () => actorFor(await aMember(services));
const reportOf = async (pictureId: string) => {
  const { items } = await reportQueue(services.db, { limit: 100 });
  return items.filter(({ picture }) => picture.id === pictureId);
};

test("AD-11 reports of one picture are one in the queue, with a voice for each member", async () => {
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

test("AD-11 what is upheld leaves the walls, what is dismissed stays, and neither is decided twice", async () => {
  for (const outcome of ["upheld", "dismissed"] as const) {
    const { id } = await aPicture(services, owner);
    await reportPicture(services, await someone(), id, { reason: "spam" });
    const [report] = await reportOf(id);
    await resolveReport(services, admin, report.id, outcome);
    expect(await reportOf(id)).toEqual([]);
    const row = await services.db
      .selectFrom("pictures")
      .select(["approved", "status"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const upheld = outcome === "upheld";
    expect(row).toEqual({ approved: !upheld, status: upheld ? "rejected" : "ready" });
    const again = resolveReport(services, admin, report.id, outcome);
    await expect(again).rejects.toMatchObject({ code: "conflict" });
  }
});

test("AD-11 after a decision a new report opens anew", async () => {
  const { id } = await aPicture(services, owner);
  const member = await someone();
  await reportPicture(services, member, id, { reason: "spam" });
  const [before] = await reportOf(id);
  await resolveReport(services, admin, before.id, "dismissed");
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
