import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { createCollection, updateCollection } from "./commands.ts";
import { publicCollections } from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: TestMember;

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services, { name: "Tobi Okafor" });
});
afterAll(() => services.close());

test("CO-02 public collections are listed by the date of publication, page by page", async () => {
  const picture = await aPicture(services, owner);
  const actor = actorFor(owner);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const made = { name: `Fragment ${index}`, picture_ids: [picture.id] };
    const { id } = await createCollection(services, actor, made);
    ids.unshift(id);
  }
  for (const id of ids.toReversed()) {
    await updateCollection(services, actor, id, { is_public: true });
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await publicCollections(services.db, {
      cursor,
      limit: 2,
      username: owner.username,
    });
    seen.push(...page.items.map((collection) => collection.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect(new Set(seen).size).toBe(seen.length);
  const dates = await services.pool.query<{ published_at: Date }>(
    "select published_at from collections where id = any($1) order by array_position($1, id)",
    [seen],
  );
  const times = dates.rows.map((row) => row.published_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});
