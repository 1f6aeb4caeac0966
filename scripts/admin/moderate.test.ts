import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand as run } from "#tests/harness/admin-command.ts";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { UsageError, type Options } from "./command.ts";
import { command as moderate } from "./moderate.ts";
import { command as setRole } from "./set-role.ts";

let services: OpenServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const rowOf = (email: string) =>
  services.db
    .selectFrom("users")
    .select(["id", "ban_kind", "ban_until"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
const auditOf = (id: string) =>
  services.db
    .selectFrom("admin_audit")
    .select(["action", "admin_id", "request_id", "reason"])
    .where("target_id", "=", id)
    .orderBy("id")
    .execute();

test("AD-11 moderate suspends and reopens, with entries of the operator in the audit log", async () => {
  const { email } = await aMember(services);
  const suspend = {
    email,
    action: "suspend",
    reason: "abuse",
    days: "2",
    note: "Scripted sign-ups",
  };
  const done = await run(moderate, services, suspend);
  expect(done.status).toBe(0);
  expect(done.output).toMatch(new RegExp(`^${email} was told: Your account is suspended until `));
  const { id, ban_kind: kind } = await rowOf(email);
  expect(kind).toBe("suspension");
  await run(moderate, services, { email, action: "reopen" });
  expect(await rowOf(email)).toMatchObject({ ban_kind: null });
  const by = { admin_id: null, request_id: "operator" };
  expect(await auditOf(id)).toEqual([
    {
      ...by,
      action: "member.suspension",
      reason: "Abuse of the site or its credits: Scripted sign-ups",
    },
    { ...by, action: "member.lift", reason: null },
  ]);
  await expect(run(moderate, services, { email, action: "reopen" })).rejects.toThrow(/not off/);
});

test.each([
  ["an unknown action", { action: "burn", reason: "spam" }, /one of strike, suspend, ban, close/],
  ["no reason", { action: "ban" }, /--reason is missing/],
  ["an unknown reason", { action: "ban", reason: "dislike" }, /--reason is one of sexual/],
  ["the reason of strikes", { action: "ban", reason: "strikes" }, /--reason is one of sexual/],
  ["days of a ban", { action: "ban", reason: "spam", days: "3" }, /for suspend alone/],
  ["no days", { action: "suspend", reason: "spam", days: "0" }, /whole number of at least 1/],
  ["a kit without its id", { action: "take-down-kit", reason: "spam" }, /--kit is missing/],
  ["a kit elsewhere", { action: "ban", reason: "spam", kit: "x" }, /for take-down-kit alone/],
  ["an id of a kit that is none", { action: "take-down-kit", reason: "spam", kit: "x" }, /--kit/],
  ["too many days", { action: "suspend", reason: "spam", days: "400" }, /At most 365 days/],
])("moderate refuses %s and decides nothing", async (_what, options, words) => {
  const { email } = await aMember(services);
  const given: Options = { email, ...options };
  const refused = run(moderate, services, given);
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
  expect(await rowOf(email)).toMatchObject({ ban_kind: null });
});

test("AD-11 moderate takes a bio down", async () => {
  const { id, email } = await aMember(services, { columns: { bio: "Buy here" } });
  const given = { email, action: "take-down-bio", reason: "spam" };
  const { output } = await run(moderate, services, given);
  expect(output).toBe(`${email} was told: Your bio was taken down`);
  expect(await auditOf(id)).toMatchObject([{ action: "member.bio", request_id: "operator" }]);
});

test("AD-11 the command line cannot ban, close or demote the last admin", async () => {
  const { email } = await aMember(services, { role: "admin" });
  for (const action of ["ban", "close", "suspend"]) {
    const refused = run(moderate, services, { email, action, reason: "other" });
    await expect(refused).rejects.toThrow(/Somebody has to be admin/);
  }
  const demoted = run(setRole, services, { email, role: "member" });
  await expect(demoted).rejects.toThrow(/Somebody has to be admin/);
  await expect(
    run(moderate, services, { email: "nobody@example.org", action: "ban", reason: "spam" }),
  ).rejects.toThrow(/Nobody has this/);
});
