import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Member } from "#app/lib/actor.ts";
import { saveUpload } from "../commands.ts";
import { sweepOrphans } from "../jobs/sweep.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let actor: Member;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  actor = actorFor(owner);
});
afterAll(() => services.close());

async function keysUnder(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of services.storage.list(prefix)) keys.push(key);
  return keys;
}

test("an upload is kept normalised and without metadata, for its member", async () => {
  const bytes = await sharp(await aPng(30, 20))
    .withExif({ IFD0: { Artist: "Somebody" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  const { id, width, height } = await saveUpload(services, actor, bytes);
  expect([width, height]).toEqual([30, 20]);
  const row = await services.db
    .selectFrom("uploads")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row.user_id).toBe(owner.id);
  const stored = await services.storage.get(row.storage_key);
  expect((await sharp(stored?.bytes).metadata()).exif).toBeUndefined();
});

test("a refused upload leaves neither file nor row", async () => {
  const before = await keysUnder("uploads/");
  await expect(saveUpload(services, actor, Buffer.from("<svg/>"))).rejects.toMatchObject({
    code: "unsupported-media-type",
  });
  expect(await keysUnder("uploads/")).toEqual(before);
});

test("over 200 uploads the oldest is replaced if older than a day, younger ones are not", async () => {
  const member = await aMember(services);
  const collector = actorFor(member);
  const values = Array.from({ length: 200 }, (_, index) => ({
    id: randomUUID(),
    user_id: member.id,
    storage_key: `uploads/zz/${member.id}-${index}.jpg`,
    width: 1,
    height: 1,
    bytes: 1,
    sha256: "0",
    created_at: new Date(Date.now() - index * 1000),
  }));
  await services.db.insertInto("uploads").values(values).execute();
  const png = await aPng(10, 10);
  await expect(saveUpload(services, collector, png)).rejects.toMatchObject({ code: "conflict" });
  const oldest = values[199].id;
  await services.db
    .updateTable("uploads")
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where("id", "=", oldest)
    .execute();
  await saveUpload(services, collector, png);
  const left = await services.db
    .selectFrom("uploads")
    .select("id")
    .where("user_id", "=", member.id)
    .execute();
  expect(left).toHaveLength(200);
  expect(left.map((row) => row.id)).not.toContain(oldest);
});

test("an upload is kept when the one it replaces cannot be deleted", async () => {
  const member = await aMember(services);
  const values = Array.from({ length: 200 }, (_, index) => ({
    id: randomUUID(),
    user_id: member.id,
    storage_key: `uploads/yy/${member.id}-${index}.jpg`,
    width: 1,
    height: 1,
    bytes: 1,
    sha256: "0",
    created_at: new Date(Date.now() - 25 * 3_600_000),
  }));
  await services.db.insertInto("uploads").values(values).execute();
  const stuck = {
    ...services,
    storage: { ...services.storage, delete: () => Promise.reject(new Error("EIO")) },
  };
  const { id } = await saveUpload(stuck, actorFor(member), await aPng(10, 10));
  const row = await services.db
    .selectFrom("uploads")
    .select("storage_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await services.storage.head(row.storage_key)).not.toBeNull();
});

test("an upload whose commit was not confirmed keeps its file; one without a row is swept", async () => {
  const member = await aMember(services);
  const uploads = () =>
    services.db.selectFrom("uploads").selectAll().where("user_id", "=", member.id).execute();
  /** The connection breaks at the end of a transaction. */
  const cut = (commits: boolean) => ({
    ...services,
    db: new Proxy(services.db, {
      get(db, name) {
        if (name !== "transaction") return Reflect.get(db, name, db) as unknown;
        const execute: ReturnType<typeof db.transaction>["execute"] = async (work) => {
          await db.transaction().execute(async (tx) => {
            await work(tx);
            if (!commits) throw new Error("Connection terminated unexpectedly");
          });
          throw new Error("Connection terminated unexpectedly");
        };
        return () => ({ execute });
      },
    }),
  });
  const png = await aPng(12, 12);
  const before = await keysUnder("uploads/");
  await expect(saveUpload(cut(true), actorFor(member), png)).rejects.toThrow("Connection");
  await expect(saveUpload(cut(false), actorFor(member), png)).rejects.toThrow("Connection");
  const [kept, ...others] = await uploads();
  expect(others).toEqual([]);
  const added = (await keysUnder("uploads/")).filter((key) => !before.includes(key));
  expect(added).toHaveLength(2);
  expect(added).toContain(kept.storage_key);
  const swept = await sweepOrphans(services, new Date(Date.now() + 60_000));
  expect(swept.filter((key) => added.includes(key))).toEqual(
    added.filter((key) => key !== kept.storage_key),
  );
});
