import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EMBEDDING_LENGTH, EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { OpenServices } from "#app/open-services.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { indexPending } from "../jobs.ts";
import { nearestMeanings } from "./meanings.ts";
import { gallery } from "./scope.ts";

let services: OpenServices;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices();
  mira = await aMember(services);
});
afterAll(() => services.close());

/** A unit vector of which so many components are negative: the more, the further from that of 0. */
const aMeaning = (negative: number) =>
  Float32Array.from(
    { length: EMBEDDING_LENGTH },
    (_, at) => (at < negative ? -1 : 1) / Math.sqrt(EMBEDDING_LENGTH),
  );

async function means(id: string, meaning: Float32Array): Promise<void> {
  await sql`
    insert into picture_meanings (picture_id, version, meaning, signs)
    values (${id}, ${EMBEDDING_VERSION}, ${[...meaning]}::real[], ${binaryEmbedding(meaning)}::bit(512))
    on conflict (picture_id) do update set meaning = excluded.meaning, signs = excluded.signs`.execute(
    services.db,
  );
  await indexPending(services);
}

/** The ids of the nearest, nearest first. */
async function nearest(
  meaning: Float32Array,
  looked: number,
  asOf = new Date(),
): Promise<string[]> {
  const state = { isCurrent: true, total: 0, times: [] };
  const { signs } = services.search;
  const span = { asOf, byNames: true, after: null, limit: 40 };
  const page = { ...span, state, signs, palettes: null, source: gallery };
  const found = await nearestMeanings(services.db, meaning, page, looked);
  return found.toSorted((a, b) => b.likeness - a.likeness).map((row) => row.picture_id);
}

test("what is near in meaning follows every change of pictures: new, changed, hidden, shown again, later", async () => {
  const asked = aMeaning(0);
  const { id: first } = await aPicture(services, mira);
  const { id: second } = await aPicture(services, mira);
  await means(first, aMeaning(0));
  expect(await nearest(asked, 5)).toEqual([first]);
  await means(second, aMeaning(40));
  expect(await nearest(asked, 5)).toEqual([first, second]);

  await means(first, aMeaning(200));
  expect(await nearest(asked, 5)).toEqual([second, first]);

  const show = (isPublic: boolean) =>
    services.db
      .updateTable("pictures")
      .set({ is_public: isPublic })
      .where("id", "=", second)
      .execute();
  await show(false);
  // The next one takes its place.
  expect(await nearest(asked, 1)).toEqual([first]);
  await show(true);
  await indexPending(services);
  expect(await nearest(asked, 1)).toEqual([second]);

  const before = new Date(Date.now() - 3_600_000);
  const { id: old } = await aPicture(services, mira, {
    created_at: new Date(before.getTime() - 1_000),
  });
  await means(old, aMeaning(90));
  expect(await nearest(asked, 5)).toEqual([second, old, first]);
  expect(await nearest(asked, 5, before)).toEqual([old]);
});

test("searches at the same time read the signs once each and find the same", async () => {
  services.search.signs.clear();
  const asked = aMeaning(10);
  const found = await Promise.all([1, 2, 3].map(() => nearest(asked, 2)));
  expect(found[0]).toHaveLength(2);
  expect(new Set(found.map((ids) => ids.join())).size).toBe(1);
});
