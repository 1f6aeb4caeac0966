import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { guest, type Member } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { countCollections, searchCollections } from "./collections.ts";
import { openSearch } from "./shared-results.ts";

let services: OpenServices;
let member: Member;
let picture_id: string;
beforeAll(async () => {
  services = await testServices();
  const owner = await aMember(services);
  member = { role: "member", userId: owner.id };
  picture_id = (await aPicture(services, owner)).id;
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.deleteFrom("collections").execute();
});

async function aCollection(name: string): Promise<string> {
  const id = uuidv7();
  await services.db
    .insertInto("collections")
    .values({ id, owner_id: member.userId, name, is_public: true, published_at: new Date() })
    .execute();
  await services.db
    .insertInto("collection_items")
    .values({ collection_id: id, picture_id, position: 1 })
    .execute();
  return id;
}

const boats = { q: "boats", limit: 10 };

test("collections are looked for when their turn among all searches comes, and pictures are shown without their number", async () => {
  await aCollection("Boats at rest");
  const { db } = services;
  const search = openSearch();
  const holding = Promise.withResolvers<void>();
  // Three that run, and a hundred that wait.
  const others = Promise.allSettled(
    Array.from({ length: 103 }, () => search.gate.run(() => holding.promise)),
  );
  for (const viewer of [guest, member]) {
    await expect(searchCollections({ db, search }, { viewer, ...boats })).rejects.toMatchObject({
      code: "unavailable",
      info: { retryAfterSeconds: 2 },
    });
    expect(await countCollections({ db, search }, { viewer, q: "boats" })).toBeNull();
  }
  holding.resolve();
  await others;
  for (const viewer of [guest, member]) {
    expect(await searchCollections({ db, search }, { viewer, ...boats })).toMatchObject({
      items: [{ name: "Boats at rest" }],
      total: 1,
    });
    expect(await countCollections({ db, search }, { viewer, q: "boats" })).toBe(1);
  }
});

test("a search of collections that takes more than two seconds is given up", async () => {
  const { db } = services;
  const search = openSearch();
  await db.transaction().execute(async (tx) => {
    // The search waits for this.
    await sql`lock table collections`.execute(tx);
    await expect(
      searchCollections({ db, search }, { viewer: guest, ...boats }),
    ).rejects.toMatchObject({ code: "unavailable" });
  });
  await aCollection("Boats at rest");
  // A failure is not kept.
  const found = await searchCollections({ db, search }, { viewer: guest, ...boats });
  expect(found.total).toBe(1);
});

test("guests share what was found a moment ago, without what is private by now; members see a new collection at once", async () => {
  const { db } = services;
  const search = openSearch();
  const first = await aCollection("Boats at rest");
  const found = async (viewer: typeof guest | Member) => {
    const { items } = await searchCollections({ db, search }, { viewer, ...boats });
    return items.map(({ name }) => name);
  };
  expect(await found(guest)).toEqual(["Boats at rest"]);
  await aCollection("Boats at sea");
  expect(await found(guest)).toEqual(["Boats at rest"]);
  expect((await found(member)).toSorted()).toEqual(["Boats at rest", "Boats at sea"]);
  await db.updateTable("collections").set({ is_public: false }).where("id", "=", first).execute();
  expect(await found(guest)).toEqual([]);
});
