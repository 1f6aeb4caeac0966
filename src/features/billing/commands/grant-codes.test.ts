import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { expectBroken, testDatabase } from "#tests/harness/database.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { audited } from "#app/features/admin/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { newGrantCode, type NewGrantCode } from "../inputs.ts";
import { balanceOf, ledger } from "../queries.ts";
import { grantCodes } from "../queries/grant-codes.ts";
import { makeGrantCode, redeemGrantCode, revokeGrantCode } from "./grant-codes.ts";

let services: OpenServices;
let admin: string;
beforeAll(async () => {
  services = await testServices();
  admin = (await aMember(services, { role: "admin" })).id;
});
afterAll(() => services.close());

const by = () => ({
  admin: { role: "admin" as const, userId: admin },
  requestId: crypto.randomUUID(),
  audited,
});

const made = (wanted: Partial<NewGrantCode> = {}) =>
  makeGrantCode(
    services,
    newGrantCode.parse({ credits: 50, reason: "Thanks for testing", ...wanted }),
    by(),
  );
const redeem = async (userId: string, code: string) => redeemGrantCode(services, userId, code);
const currentOf = async (userId: string) => (await balanceOf(services.db, userId)).current;
const aNewMember = async () => (await aMember(services)).id;
const refusal = (code: string) => ({ info: { errors: [{ path: "code", code }] } });
const expire = (id: string) =>
  services.db
    .updateTable("grant_codes")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("id", "=", id)
    .execute();

test("a grant code gives its credits to a member once, with its reason in the ledger", async () => {
  const member = await aNewMember();
  const { code, ending } = await made({ uses: 3 });
  expect(await redeem(member, ` ${code.toLowerCase().replaceAll("-", " ")} `)).toEqual({
    credits: 50,
    current: 55,
  });
  const [line] = (await ledger(services.db, member, { limit: 1 })).items;
  expect(line).toMatchObject({
    kind: "grant",
    change: 50,
    balance: 55,
    reason: `Grant code ${ending}: Thanks for testing`,
  });
  await expect(redeem(member, code)).rejects.toMatchObject({
    code: "conflict",
    ...refusal("redeemed"),
  });
  expect(await currentOf(member)).toBe(55);
});

test("twenty members and two presses of each at once never use a code more often than it allows", async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => aNewMember()));
  const { code, id } = await made({ credits: 7, uses: 6 });
  const answers = await Promise.allSettled(
    [...members, ...members].map((member) => redeem(member, code)),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
  const balances = await Promise.all(members.map(currentOf));
  expect(balances.filter((balance) => balance === 12)).toHaveLength(6);
  expect(balances.filter((balance) => balance === 5)).toHaveLength(14);
  const row = (await grantCodes(services.db, { state: "used", limit: 100 })).items;
  expect(row.find((one) => one.id === id)).toMatchObject({ uses: 6, maxUses: 6, state: "used" });
  await expect(redeem(await aNewMember(), code)).rejects.toMatchObject(refusal("used"));
});

test("a code that is revoked or expired gives nothing, and gives again once that is undone", async () => {
  const member = await aNewMember();
  const revoked = await made();
  expect((await revokeGrantCode(services, revoked.id, true, by())).state).toBe("revoked");
  await expect(redeem(member, revoked.code)).rejects.toMatchObject(refusal("revoked"));
  expect((await revokeGrantCode(services, revoked.id, false, by())).state).toBe("open");
  expect((await redeem(member, revoked.code)).current).toBe(55);
  const expired = await made();
  await expire(expired.id);
  await expect(redeem(member, expired.code)).rejects.toMatchObject(refusal("expired"));
  await expect(redeem(member, "0000-0000-0000-0000")).rejects.toMatchObject({
    code: "not-found",
    ...refusal("unknown"),
  });
  await expect(redeem(member, "not a code")).rejects.toMatchObject({ code: "invalid-request" });
  expect(await currentOf(member)).toBe(55);
  const past = { expiresAt: new Date(Date.now() - 1000).toISOString() };
  await expect(made(past)).rejects.toMatchObject({ info: { errors: [{ path: "expiresAt" }] } });
});

test("the code itself is nowhere in the database, and every action on it is in the audit log", async () => {
  const { code, id } = await made({ reason: "Once only" });
  await revokeGrantCode(services, id, true, by());
  // Nothing changes, so nothing is logged.
  await revokeGrantCode(services, id, true, by());
  await revokeGrantCode(services, id, false, by());
  const entries = await services.db
    .selectFrom("admin_audit")
    .selectAll()
    .where("target_kind", "=", "grant-code")
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();
  expect(entries.map(({ action, admin_id }) => [action, admin_id])).toEqual([
    ["grant-code.create", admin],
    ["grant-code.revoke", admin],
    ["grant-code.restore", admin],
  ]);
  const rows = await services.db.selectFrom("grant_codes").selectAll().execute();
  const kept = JSON.stringify([entries, rows]);
  expect(kept).toContain(code.slice(-4));
  expect(kept).not.toContain(code);
  expect(kept).not.toContain(code.slice(0, 14));
  await expect(revokeGrantCode(services, crypto.randomUUID(), true, by())).rejects.toMatchObject({
    code: "not-found",
  });
});

test("grant codes are listed by state in pages, newest first", async () => {
  const codes = [];
  for (const uses of [1, 2, 3]) codes.push(await made({ uses, reason: "Paged" }));
  const newest = codes.map(({ id }) => id).toReversed();
  const first = await grantCodes(services.db, { state: "open", limit: 2 });
  const second = await grantCodes(services.db, {
    state: "open",
    limit: 1,
    cursor: first.next ?? "",
  });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newest);
  await revokeGrantCode(services, newest[0], true, by());
  const [revoked] = (await grantCodes(services.db, { state: "revoked", limit: 1 })).items;
  expect(revoked.id).toBe(newest[0]);
  await expire(newest[1]);
  const [expired] = (await grantCodes(services.db, { state: "expired", limit: 1 })).items;
  expect(expired.id).toBe(newest[1]);
});

test("the check finds a code with a wrong count of uses, a use without its grant, and a grant without its use", async () => {
  const base = await testDatabase();
  expectBroken(base);
  const other = await testServices({ databaseUrl: base.url });
  try {
    const owner = await aMember(other, { role: "admin" });
    const action = {
      admin: { role: "admin" as const, userId: owner.id },
      requestId: "check",
      audited,
    };
    const wanted = newGrantCode.parse({ credits: 5, uses: 3, reason: "Check" });
    const { id, code } = await makeGrantCode(other, wanted, action);
    await redeemGrantCode(other, owner.id, code);
    expect(await brokenInvariants(base.pool)).toEqual({});
    await base.pool.query("update grant_codes set uses = 2");
    expect(Object.keys(await brokenInvariants(base.pool))).toEqual(["invariant_grant_codes"]);
    const second = await aMember(other);
    await base.pool.query("insert into grant_code_uses (code_id, user_id) values ($1, $2)", [
      id,
      second.id,
    ]);
    expect(Object.keys(await brokenInvariants(base.pool))).toEqual(["invariant_grant_codes"]);
    await base.pool.query("delete from grant_code_uses");
    await base.pool.query("update grant_codes set uses = 0");
    expect(Object.keys(await brokenInvariants(base.pool))).toEqual(["invariant_grant_code_grants"]);
  } finally {
    await other.close();
  }
});
