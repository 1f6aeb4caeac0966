import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { inAudit } from "#tests/harness/audit.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import { purgeRemoved, reviewPictures } from "../commands.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: TestMember;
let admin: Member;
beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  admin = actorFor(await aMember(services, { role: "admin" }), "admin");
});
afterAll(() => services.close());

const hour = 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms);
const removed = (removed_at: Date, source_picture_id: string | null = null) =>
  aPicture(services, owner, { approved: false, removed_at, source_picture_id });
const exists = async ({ id }: { id: string }) => {
  const row = await services.db
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
};

test("AD-01 a picture that is restored while others are purged stays, with its file", async () => {
  const first = await removed(ago(26 * hour));
  const second = await removed(ago(25 * hour));
  const third = await removed(ago(24.5 * hour));
  const young = await removed(ago(23 * hour));
  const { storage } = services;
  // An admin restores the second one as the first one's file goes.
  const meanwhile: typeof services = {
    ...services,
    storage: {
      ...storage,
      async delete(key) {
        if (key === first.storage_key) {
          await inAudit(services.db, admin, (tx) => reviewPictures(tx, [second.id], "approve"));
        }
        return storage.delete(key);
      },
    },
  };
  expect(await purgeRemoved(meanwhile, ago(24 * hour))).toBe(2);
  expect(await exists(first)).toBe(false);
  expect(await exists(second)).toBe(true);
  expect(await exists(third)).toBe(false);
  expect(await exists(young)).toBe(true);
  expect(await storage.head(first.storage_key)).toBeNull();
  expect(await storage.head(second.storage_key)).not.toBeNull();
});

test("AD-01 a purged remix leaves the counts of its source", async () => {
  const source = await aPicture(services, owner, { remix_group_count: 1 });
  await removed(ago(30 * hour), source.id);
  const remixes = async () => {
    const row = await services.db
      .selectFrom("pictures")
      .select("remix_count")
      .where("id", "=", source.id)
      .executeTakeFirstOrThrow();
    return row.remix_count;
  };
  expect(await remixes()).toBe(1);
  expect(await purgeRemoved(services, ago(24 * hour))).toBe(1);
  expect(await remixes()).toBe(0);
});
