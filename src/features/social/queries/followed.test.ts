import { afterAll, beforeAll, expect, test } from "vitest";
import { askRoutes, type Ask } from "#tests/harness/ask.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { followCreator } from "../commands.ts";
import { socialRoutes } from "../http.ts";
import { followedPictures } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let ask: Ask;
beforeAll(async () => {
  services = await testServices();
  ask = askRoutes(socialRoutes(services, createLimits(1000, services.pool)));
});
afterAll(() => services.close());

const address = "/api/follows/pictures";
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));

async function pagesOf(member: TestMember, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await followedPictures(services.db, actorFor(member), { cursor, limit });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

test("CO-04 the feed has the images of all followed creators, newest first, each once over its pages", async () => {
  const [reader, a, b, stranger] = await Promise.all(
    Array.from({ length: 4 }, () => aMember(services)),
  );
  const made: string[] = [];
  for (let minute = 0; minute < 7; minute += 1) {
    // Two at the same moment are told apart by their ids.
    const created_at = at(Math.floor(minute / 2));
    const { id } = await aPicture(services, minute % 3 === 0 ? b : a, { created_at });
    made.push(id);
  }
  await aPicture(services, stranger, { created_at: at(30) });
  await aPicture(services, reader, { created_at: at(31) });
  expect(await pagesOf(reader, 3)).toEqual([[]]);
  for (const creator of [a, b]) await followCreator(services, actorFor(reader), creator.username);
  const pages = await pagesOf(reader, 3);
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  const rows = await services.db
    .selectFrom("pictures")
    .select("id")
    .where("id", "in", made)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  expect(pages.flat()).toEqual(rows.map(({ id }) => id));
});

test("CO-04 the feed leaves out private and unapproved images, also for admins, and those of nobody followed any more", async () => {
  const [reader, creator] = [await aMember(services), await aMember(services)];
  await followCreator(services, actorFor(reader), creator.username);
  const shown = await aPicture(services, creator);
  await aPicture(services, creator, { is_public: false });
  await aPicture(services, creator, { approved: false, status: "waiting" });
  for (const role of ["member", "admin"] as const) {
    const answer = await ask(actorFor(reader, role), "GET", address);
    const { items } = (await answer.json()) as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual([shown.id]);
  }
  await services.db.deleteFrom("follows").where("follower_id", "=", reader.id).execute();
  const after = await ask(actorFor(reader), "GET", address);
  expect(await after.json()).toEqual({ items: [], next: null });
});

test("CO-04 guests have no feed, and a cursor of something else is refused", async () => {
  const reader = await aMember(services);
  expect((await ask(guest, "GET", address)).status).toBe(401);
  expect((await ask(actorFor(reader), "GET", `${address}?cursor=nonsense`)).status).toBe(400);
});
