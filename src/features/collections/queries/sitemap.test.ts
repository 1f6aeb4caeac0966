import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { collectionMonths, collectionsOfMonth } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string; username: string };
let ids: string[];

async function published(at: string, more: object = {}, picture: object | null = {}) {
  const id = uuidv7();
  const { db } = services;
  await db
    .insertInto("collections")
    .values({
      id,
      owner_id: owner.id,
      name: "Cold light",
      is_public: true,
      published_at: new Date(at),
      ...more,
    })
    .execute();
  if (picture === null) return id;
  const { id: pictureId } = await aPicture(services, owner, picture);
  await db
    .insertInto("collection_items")
    .values({ collection_id: id, picture_id: pictureId, position: 0 })
    .execute();
  return id;
}

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services);
  ids = [
    await published("2025-12-31T23:59:59.999Z"),
    await published("2026-02-01T00:00:00.000Z"),
    await published("2026-02-28T23:59:59.999Z"),
  ];
  await published("2026-02-02T00:00:00Z", { is_public: false });
  await published("2026-02-03T00:00:00Z", { deleted_at: new Date() });
  await published("2026-02-04T00:00:00Z", {}, null);
  await published("2026-03-04T00:00:00Z", {}, { approved: false });
});
afterAll(() => services.close());

test("IM-08 the months in which public collections were published, without empty ones", async () => {
  expect(await collectionMonths(services.db)).toEqual(["2025-12", "2026-02"]);
});

test("IM-08 a month has its public collections in which anybody sees something", async () => {
  const found = await collectionsOfMonth(services.db, "2026-02");
  expect(found.map(({ id }) => id)).toEqual(ids.slice(1));
  expect(found.map(({ username }) => username)).toEqual([owner.username, owner.username]);
  for (const month of ["2026-03", "2026-1"]) {
    expect(await collectionsOfMonth(services.db, month)).toEqual([]);
  }
});
