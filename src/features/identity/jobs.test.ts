import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { portraitKey, portraitPath } from "#app/rules/portraits.ts";
import { clearExpired, sweepPortraits } from "./jobs.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test("expired sessions and links are deleted, active ones stay", async () => {
  const { db } = services;
  const { id: user_id } = await aMember(services);
  for (const expires_at of [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]) {
    const token = randomUUID();
    await db
      .insertInto("sessions")
      .values({ id: randomUUID(), user_id, token, expires_at })
      .execute();
    await db
      .insertInto("verifications")
      .values({ id: randomUUID(), identifier: token, value: user_id, expires_at })
      .execute();
  }
  expect(await clearExpired(services)).toEqual({ sessions: 1, links: 1 });
  expect(await clearExpired(services)).toEqual({ sessions: 0, links: 0 });
  const left = await db.selectFrom("sessions").select("expires_at").execute();
  expect(left).toHaveLength(1);
});

test("sessions older than 90 days are deleted, however long they would still last", async () => {
  const { db } = services;
  const { id: user_id } = await aMember(services);
  const day = 24 * 60 * 60 * 1000;
  for (const days of [89, 91]) {
    await db
      .insertInto("sessions")
      .values({
        id: randomUUID(),
        user_id,
        token: randomUUID(),
        created_at: new Date(Date.now() - days * day),
        expires_at: new Date(Date.now() + 30 * day),
      })
      .execute();
  }
  expect((await clearExpired(services)).sessions).toBe(1);
});

test("CO-05 portraits without a profile are deleted once they are old, the others stay", async () => {
  const { db, storage } = services;
  const member = await aMember(services);
  const [shown, cover, lost] = [randomUUID(), randomUUID(), randomUUID()];
  for (const portrait of [shown, cover, lost]) {
    await storage.put(portraitKey(portrait), Buffer.from("a file"));
  }
  await db
    .updateTable("users")
    .set({ avatar_url: portraitPath(shown), cover_photo_url: portraitPath(cover) })
    .where("id", "=", member.id)
    .execute();
  expect(await sweepPortraits(services)).toBe(0);
  expect(await sweepPortraits(services, new Date(Date.now() + 1_000))).toBe(1);
  expect(await storage.head(portraitKey(lost))).toBeNull();
  expect(await storage.head(portraitKey(shown))).not.toBeNull();
  expect(await storage.head(portraitKey(cover))).not.toBeNull();
});
