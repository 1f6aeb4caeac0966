import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { gatherViews } from "../jobs.ts";
import { countView } from "../commands.ts";
import { feedPage, trending } from "../queries.ts";
import { makeTrendingSnapshot } from "./trending.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
});
beforeEach(async () => {
  await sql`truncate pulses cascade`.execute(services.db);
  await services.db.deleteFrom("pictures").execute();
});
afterAll(() => services.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function publicPictures(count: number, age = 30) {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await aPicture(services, owner, { created_at: daysAgo(age + index) });
    ids.push(id);
  }
  return ids;
}

async function like(pictureId: string, day: Date) {
  const member = await aMember(services);
  await services.db
    .insertInto("likes")
    .values({ user_id: member.id, picture_id: pictureId })
    .execute();
  await sql`
    update picture_days set day = (${day}::timestamptz at time zone 'utc')::date
    where picture_id = ${pictureId}`.execute(services.db);
}

const order = async (limit = 40) =>
  (await trending(services.db, { limit }))?.items.map((picture) => picture.id);

test("before the first snapshot there is no trending list", async () => {
  expect(await trending(services.db, { limit: 40 })).toBeNull();
});

test("recent likes count more than old ones, remixes more than likes, and views count too", async () => {
  const [old, lately, remixed, viewed, quiet] = await publicPictures(5);
  await like(old, daysAgo(8));
  await like(lately, daysAgo(0));
  await aPicture(services, owner, { source_picture_id: remixed, is_public: false });
  await countView(services, viewed);
  await gatherViews(services);
  expect(await makeTrendingSnapshot(services)).toBe(true);
  expect(await order()).toEqual([remixed, lately, viewed, old, quiet]);
});

test("a quiet gallery shows its newest, and nothing that is hidden", async () => {
  const [a, b, hidden, waiting] = await publicPictures(4);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", hidden)
    .execute();
  await services.db
    .updateTable("pictures")
    .set({ approved: false })
    .where("id", "=", waiting)
    .execute();
  await makeTrendingSnapshot(services);
  expect(await order()).toEqual([a, b]);
});

test("SE-05 pages of one reader have no gaps or repeats while a new snapshot is made and pictures are deleted", async () => {
  const ids = await publicPictures(9);
  await makeTrendingSnapshot(services);
  const first = await trending(services.db, { limit: 3 });
  expect(first?.items.map((picture) => picture.id)).toEqual(ids.slice(0, 3));
  await like(ids[8], daysAgo(0));
  await services.db.deleteFrom("pictures").where("id", "=", ids[4]).execute();
  await sql`update pulses set made_at = now() - interval '10 minutes'`.execute(services.db);
  expect(await makeTrendingSnapshot(services)).toBe(true);
  const second = await trending(services.db, { limit: 3, cursor: first?.next ?? "" });
  expect(second?.items.map((picture) => picture.id)).toEqual([ids[3], ids[5], ids[6]]);
  const third = await trending(services.db, { limit: 3, cursor: second?.next ?? "" });
  expect(third?.items.map((picture) => picture.id)).toEqual([ids[7], ids[8]]);
  expect(third?.next).toBeNull();
  expect((await order())?.[0]).toBe(ids[8]);
});

test("a fresh snapshot is kept, an old one is deleted, and its readers continue in the oldest one kept", async () => {
  const ids = await publicPictures(4);
  await makeTrendingSnapshot(services);
  expect(await makeTrendingSnapshot(services)).toBe(false);
  const first = await trending(services.db, { limit: 2 });
  await sql`update pulses set made_at = now() - interval '4 hours'`.execute(services.db);
  expect(await makeTrendingSnapshot(services)).toBe(true);
  const kept = await services.db.selectFrom("pulses").select("id").execute();
  expect(kept.length).toBe(1);
  const second = await trending(services.db, { limit: 2, cursor: first?.next ?? "" });
  expect(second?.items.map((picture) => picture.id)).toEqual(ids.slice(2));
});

test("an empty gallery gets no snapshot, and a small one a new one within a minute", async () => {
  expect(await makeTrendingSnapshot(services)).toBe(false);
  expect(await trending(services.db, { limit: 2 })).toBeNull();
  await publicPictures(2);
  expect(await makeTrendingSnapshot(services)).toBe(true);
  await sql`update pulses set made_at = now() - interval '50 seconds'`.execute(services.db);
  expect(await makeTrendingSnapshot(services)).toBe(true);
});

test("an unknown cursor is refused", async () => {
  await expect(trending(services.db, { limit: 2, cursor: "abc" })).rejects.toMatchObject({
    code: "invalid-request",
  });
});

test("the newest pictures are shown until there is a trending snapshot, page by page", async () => {
  const ids = await publicPictures(3);
  const first = await feedPage(services.db, { feed: "pulse", limit: 2 });
  expect(first.items.map((picture) => picture.id)).toEqual(ids.slice(0, 2));
  await makeTrendingSnapshot(services);
  const second = await feedPage(services.db, { feed: "pulse", limit: 2, cursor: first.next ?? "" });
  expect(second.items.map((picture) => picture.id)).toEqual(ids.slice(2));
});

test("picks are what admins have chosen, the last chosen first, page by page", async () => {
  const ids = await publicPictures(4);
  for (const [index, id] of ids.slice(0, 3).entries()) {
    const picked_at = daysAgo(10 - index);
    await services.db.updateTable("pictures").set({ picked_at }).where("id", "=", id).execute();
  }
  const first = await feedPage(services.db, { feed: "picks", limit: 2 });
  expect(first.items.map((picture) => picture.id)).toEqual([ids[2], ids[1]]);
  const second = await feedPage(services.db, { feed: "picks", limit: 2, cursor: first.next ?? "" });
  expect(second).toMatchObject({ items: [{ id: ids[0] }], next: null });
});
