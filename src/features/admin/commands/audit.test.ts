import { afterAll, beforeAll, expect, test } from "vitest";
import { changeMemberRights } from "#app/features/identity/commands.ts";
import { reviewPictures } from "#app/features/pictures/commands.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { audited } from "./audit.ts";

let services: OpenServices;
let admin: Member;
beforeAll(async () => {
  services = await testServices();
  admin = actorFor(await aMember(services, { role: "admin" }), "admin");
});
afterAll(() => services.close());

const entries = (requestId: string) =>
  services.db
    .selectFrom("admin_audit")
    .select(["action", "target_id", "admin_id"])
    .where("request_id", "=", requestId)
    .execute();
const isApproved = async (id: string) => {
  const query = services.db.selectFrom("pictures").select("approved").where("id", "=", id);
  return (await query.executeTakeFirstOrThrow()).approved;
};

test("a change and its audit entry are written together", async () => {
  const { id } = await aPicture(services, await aMember(services));
  await audited(services.db, { admin, requestId: "both" }, async (tx) => ({
    result: await reviewPictures(tx, [id], "reject"),
    records: [{ action: "picture.reject", target: { kind: "picture", id } }],
  }));
  expect(await isApproved(id)).toBe(false);
  expect(await entries("both")).toEqual([
    { action: "picture.reject", target_id: id, admin_id: admin.userId },
  ]);
});

test("a change whose audit entry cannot be written is not made", async () => {
  const { id } = await aPicture(services, await aMember(services));
  const stranger = { ...admin, userId: "no id" };
  const changing = audited(services.db, { admin: stranger, requestId: "neither" }, async (tx) => ({
    result: await reviewPictures(tx, [id], "reject"),
    records: [{ action: "picture.reject", target: { kind: "picture", id } }],
  }));
  await expect(changing).rejects.toThrow("invalid input syntax for type uuid");
  expect(await isApproved(id)).toBe(true);
  expect(await entries("neither")).toEqual([]);
});

test("a change without an audit entry is rolled back", async () => {
  const { id } = await aPicture(services, await aMember(services));
  const changed = await audited(services.db, { admin, requestId: "silent" }, async (tx) => ({
    result: await reviewPictures(tx, [id], "reject"),
    records: [],
  }));
  expect(changed).toHaveLength(1);
  expect(await isApproved(id)).toBe(true);
  expect(await entries("silent")).toEqual([]);
});

test("an admin command does not compile in a transaction without an audit", () => {
  const withoutAudit = () =>
    services.db.transaction().execute(async (tx) => {
      // @ts-expect-error a plain transaction writes no audit entries
      await reviewPictures(tx, [], "reject");
      // @ts-expect-error a plain transaction writes no audit entries
      await changeMemberRights(tx, admin.userId, { verified: true });
    });
  const withoutRecords = () =>
    // @ts-expect-error the work has to say what it did
    audited(services.db, { admin, requestId: "none" }, (tx) => reviewPictures(tx, [], "reject"));
  // The compiler is the test: `tsc` fails when one of the lines above is not an error.
  expect([withoutAudit, withoutRecords]).toHaveLength(2);
});
