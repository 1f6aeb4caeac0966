import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { audited } from "#app/features/admin/commands.ts";
import { banOf, waitingDeletionOf } from "#app/features/identity/queries/account-ban.ts";
import { liftSanction } from "#app/features/moderation/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import { deletionGraceDays, formatDeletionDay } from "#app/rules/deletion.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { testServices } from "#tests/harness/services.ts";
import { keepByKey, keepMember, requestDeletion, requestOwnDeletion } from "./commands.ts";
import { eraseDue } from "./jobs.ts";
import { deletionByKey, deletionOf } from "./queries.ts";

let services: OpenServices;
let moderator: Awaited<ReturnType<typeof aModerator>>;
beforeAll(async () => {
  services = await testServices();
  moderator = await aModerator(services);
});
afterAll(() => services.close());

const request = (member: TestMember, username = member.username) =>
  requestOwnDeletion(services, actorFor(member), username, { audited, requestId: "ask" });
const keep = (key: string) => keepByKey(services, key, { audited, requestId: "keep" });

/** Every row of a member in the tables that their deletion turns off, as text. */
async function rowsOf(member: TestMember): Promise<unknown> {
  const { rows } = await sql`
    select
      (select to_jsonb(u) - 'updated_at' from users u where id = ${member.id}) as member,
      (select jsonb_agg(to_jsonb(p) order by p.id) from pictures p where owner_id = ${member.id}) as pictures,
      (select jsonb_agg(to_jsonb(a)) from accounts a where user_id = ${member.id}) as accounts,
      (select jsonb_agg(to_jsonb(l)) from ledger_accounts l where user_id = ${member.id}) as ledger,
      (select jsonb_agg(to_jsonb(c)) from collections c where owner_id = ${member.id}) as collections,
      (select jsonb_agg(to_jsonb(f)) from follows f where ${member.id} in (follower_id, creator_id)) as follows,
      (select jsonb_agg(to_jsonb(l)) from likes l where user_id = ${member.id}) as likes`.execute(
    services.db,
  );
  return rows[0];
}

test("CO-06 asking for the deletion of an account hides it at once, and keeping it restores it exactly", async () => {
  const member = await aMember(services);
  const shown = await aPicture(services, member);
  const hidden = await aPicture(services, member, { is_public: false });
  await aPicture(services, member, { approved: false, status: "rejected" });
  const before = await rowsOf(member);
  const { key, dueAt } = await request(member, `@${member.username.toUpperCase()}`);
  expect(dueAt.getTime() - Date.now()).toBeGreaterThan((deletionGraceDays - 1) * 24 * 3600_000);
  expect(await moderator.isShown(shown.id)).toBe(false);
  expect(await moderator.userOf(member.id)).toMatchObject({ ban_kind: null });
  expect((await moderator.userOf(member.id)).banned_at).not.toBeNull();
  expect(await waitingDeletionOf(services.db, { email: member.email })).toEqual({ dueAt, key });
  expect((await moderator.mailsTo(member.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining(formatDeletionDay(dueAt)) as string,
  ]);
  await expect(request(member)).rejects.toMatchObject({ code: "conflict" });
  // Not due yet.
  await eraseDue(services);
  expect(await deletionByKey(services.db, key)).toMatchObject({ state: "waiting" });
  await keep(key);
  expect(await rowsOf(member)).toEqual(before);
  expect(await moderator.isShown(shown.id)).toBe(true);
  expect(await moderator.isShown(hidden.id)).toBe(false);
  expect(await deletionByKey(services.db, key)).toMatchObject({ state: "kept" });
  await expect(keep(key)).rejects.toMatchObject({ code: "conflict" });
  expect((await moderator.auditOf(member.id)).map(({ action }) => action)).toEqual([
    "member.deletion",
    "member.keep",
  ]);
});

test("another username is refused, and nothing changes", async () => {
  const member = await aMember(services);
  await expect(request(member, "somebody")).rejects.toMatchObject({ code: "invalid-request" });
  expect(await deletionOf(services.db, member.id)).toBeNull();
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
});

test("the last admin cannot be deleted, also by the operator", async () => {
  const alone = await testServices();
  try {
    const admin = await aMember(alone, { role: "admin" });
    const by = { system: "operator", audited } as const;
    const refused = requestDeletion(alone, by, admin.id);
    await expect(refused).rejects.toMatchObject({
      code: "conflict",
      info: { detail: "Somebody has to be admin: make another one first" },
    });
  } finally {
    await alone.close();
  }
});

test("a plan that the provider does not cancel leaves the account as it was, with the reason", async () => {
  const member = await aMember(services);
  await services.db
    .insertInto("subscriptions")
    .values({
      id: "sub_stuck",
      user_id: member.id,
      mode: services.payments.mode,
      offer: "plan-creator",
      state: "active",
      created_at: new Date(),
    })
    .execute();
  const payments = {
    ...services.payments,
    cancelNow: () => Promise.reject(new Error("connect ECONNREFUSED")),
  };
  const refused = requestOwnDeletion({ ...services, payments }, actorFor(member), member.username, {
    audited,
    requestId: "stuck",
  });
  await expect(refused).rejects.toMatchObject({
    code: "unavailable",
    info: { detail: expect.stringContaining("Your plan could not be cancelled") as string },
  });
  expect((await moderator.userOf(member.id)).banned_at).toBeNull();
  await services.db.deleteFrom("subscriptions").where("id", "=", "sub_stuck").execute();
});

test("an account that is suspended meanwhile stays off when it is kept, and one whose suspension ends stays off until then", async () => {
  const member = await aMember(services);
  const { key } = await request(member);
  const [first] = await moderator.suspend(member.id);
  await keep(key);
  expect(await banOf(services.db, member.email)).toMatchObject({ kind: "suspension" });
  await requestDeletion(services, { system: "operator", audited }, member.id);
  await liftSanction(services, moderator.by(), first.id, null);
  expect((await moderator.userOf(member.id)).banned_at).not.toBeNull();
  await keepMember(services, moderator.by(), member.id);
  expect(await moderator.userOf(member.id)).toMatchObject({ banned_at: null, ban_kind: null });
});

test("open casts are cancelled and refunded with the request", async () => {
  const member = await aMember(services, { credits: 50 });
  await services.db.transaction().execute(async (tx) => {
    const hold = await sql<{ id: string }>`
      select place_hold(gen_random_uuid(), ${member.id}, 10, now() + interval '1 hour', 'cast', ${`k:${member.id}`}) as id`.execute(
      tx,
    );
    await sql`
      insert into generations (id, user_id, kind, prompt, aspect, quality, count, engine, engine_label, model, seed,
        width, height, cost, hold_id, idempotency_key, request_hash)
      values (gen_random_uuid(), ${member.id}, 'create', 'a heron', '1:1', 'standard', 1, 'sketch', 'Sketch', 'm', 1,
        64, 64, 10, ${hold.rows[0].id}, 'key-of-the-cast', 'hash')`.execute(tx);
    await sql`
      insert into member_slots (user_id, waiting) values (${member.id}, 1)
      on conflict (user_id) do update set waiting = 1`.execute(tx);
  });
  await request(member);
  const { rows } = await sql<{ state: string; available: number; held: number }>`
    select g.state, a.available, a.held from generations g
    join ledger_accounts a on a.user_id = g.user_id where g.user_id = ${member.id}`.execute(
    services.db,
  );
  expect(rows).toEqual([{ state: "cancelled", available: 50, held: 0 }]);
});
