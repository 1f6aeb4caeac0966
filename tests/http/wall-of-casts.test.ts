/** Everybody's wall after casts of several pictures: one tile of each cast, and the members mixed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeTrendingSnapshot } from "#app/features/pictures/jobs/trending.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

type Tile = { id: string; creator: { name: string } };
type Page = { items: Tile[]; next: string | null };
type Cast = { finishedAt: string | null; progress: { picture?: { id: string } }[] };

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  const quick = quickEngine();
  services = await testServices({ engines: new Map([[quick.id, quick]]) });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
});

/** Casts so many pictures at once. @returns their ids, in the order of the cast */
async function cast(member: SignedUp, count: number): Promise<string[]> {
  const answer = await member.fetch("/api/generate", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ prompt: "a lighthouse", quality: "standard", count }),
  });
  const { id } = (await answer.json()) as { id: string };
  const look = async () => (await (await member.fetch(`/api/generations/${id}`)).json()) as Cast;
  const done = await until("the cast to end", look, ({ finishedAt }) => finishedAt !== null);
  return done.progress.flatMap(({ picture }) => picture?.id ?? []);
}

const read = async (query = "") =>
  (await (await server.fetch(`/api/pictures?${query}`)).json()) as Page;
const change = (member: SignedUp, id: string, changes: object) =>
  member.fetch(`/api/picture/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes),
  });

test("a wall shows one tile of each cast and mixes the members, page by page without gaps or repeats", async () => {
  const early = await server.signUp("Early Bird");
  const other = await cast(early, 1);
  const busy = await server.signUp("Busy Bee");
  const four = await cast(busy, 4);
  const single = await cast(busy, 1);
  expect(four).toHaveLength(4);

  const { items, next } = await read();
  expect(items.map(({ id }) => id)).toEqual([single[0], other[0], four[0]]);
  expect(items.map(({ creator }) => creator.name)).toEqual(["Busy Bee", "Early Bird", "Busy Bee"]);
  expect(next).toBeNull();

  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page = await read(`limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  }
  expect(seen).toEqual([single[0], four[0], other[0]]);

  // A creator's own wall has all of them.
  const { username } = (await (await busy.fetch("/api/profile")).json()) as { username: string };
  const own = await server.fetch(`/api/users/${username}/pictures`);
  expect(((await own.json()) as Page).items).toHaveLength(5);

  // The server makes one itself each minute: perhaps just now, before the last cast was done.
  const makeAnother = async () => {
    await services.db.deleteFrom("pulses").execute();
    return makeTrendingSnapshot(services);
  };
  await until("a snapshot of all that is cast", makeAnother, (isMade) => isMade);
  const trending = (await read("feed=pulse")).items.map(({ id }) => id);
  expect(trending.filter((id) => four.includes(id))).toHaveLength(1);
  expect(trending).toHaveLength(3);

  // The next of the cast stands in for one that is private.
  expect((await change(busy, four[0], { is_public: false })).status).toBe(200);
  const after = (await read()).items.map(({ id }) => id);
  expect(after).toContain(four[1]);
  expect(after.filter((id) => four.includes(id))).toHaveLength(1);
});
