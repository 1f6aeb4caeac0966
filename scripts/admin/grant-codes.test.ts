import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { aMember, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { redeemGrantCode } from "#app/features/billing/commands/grant-codes.ts";
import type { OpenServices } from "#app/open-services.ts";
import { UsageError } from "./command.ts";
import { command as grantCodes } from "./grant-codes.ts";

let services: OpenServices;
let admin: TestMember;
beforeAll(async () => {
  services = await testServices();
  admin = await aMember(services, { role: "admin" });
});
afterAll(() => services.close());

test("grant-codes makes a code that works, lists it, revokes it and undoes that, in an admin's name", async () => {
  const name = { admin: admin.email };
  const made = await run(grantCodes, services, {
    ...name,
    amount: "25",
    uses: "2",
    expires: "2099-12-31",
    reason: "From the \u001b[31mshell",
  });
  expect(made.status).toBe(0);
  const [code, row] = made.output.split("\n");
  const [id] = row.split("  ");
  expect(row).toContain("25 credits  0 of 2 used  open  expires 2099-12-31");
  expect(row).not.toContain("\u001b");
  const first = await aMember(services);
  expect(await redeemGrantCode(services, first.id, code)).toEqual({ credits: 25, current: 30 });
  expect((await run(grantCodes, services, { list: true })).output).toMatch(
    /1 of 2 used[^]*1 grant code$/,
  );
  expect((await run(grantCodes, services, { ...name, revoke: id })).output).toContain("revoked");
  const second = await aMember(services);
  await expect(redeemGrantCode(services, second.id, code)).rejects.toThrow("withdrawn");
  expect((await run(grantCodes, services, { ...name, restore: id })).output).toContain("open");
  expect((await redeemGrantCode(services, second.id, code)).current).toBe(30);
  const entries = await services.db
    .selectFrom("admin_audit")
    .select(["admin_id", "action"])
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();
  expect(entries).toEqual(
    ["create", "revoke", "restore"].map((action) => ({
      admin_id: admin.id,
      action: `grant-code.${action}`,
    })),
  );
});

test.each([
  [{}, "Give one of"],
  [{ list: true, amount: "5" }, "Give one of"],
  [{ amount: "5" }, "--reason is empty"],
  [{ amount: "5", reason: "x" }, "--admin is missing"],
  [{ amount: "5", reason: "x", expires: "soon" }, "--expires is a day"],
  [{ amount: "5", reason: "x", expires: "2026-02-31" }, "--expires is a day"],
  [{ revoke: "1", admin: "ADMIN" }, "--revoke is the id"],
] as const)("grant-codes refuses %o", async (options, message) => {
  const given = { ...options, ...("admin" in options && { admin: admin.email }) };
  const refused = run(grantCodes, services, given);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
});

test("grant-codes refuses the name of somebody who is no admin, and amounts that no code can have", async () => {
  const member = await aMember(services);
  const wanted = { amount: "5", reason: "x", admin: member.email };
  await expect(run(grantCodes, services, wanted)).rejects.toThrow("No admin has this e-mail");
  const much = { ...wanted, admin: admin.email, amount: "100001" };
  await expect(run(grantCodes, services, much)).rejects.toThrow(/credits|100000/);
});
