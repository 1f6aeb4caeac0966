import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRoutes, type Ask } from "#tests/harness/ask.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { actorFor } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest } from "#app/lib/actor.ts";
import { createLimits } from "#app/lib/rate-limit.ts";
import { placeholderAvatar } from "#app/rules/creator.ts";
import { deletePicture } from "#app/features/pictures/commands.ts";
import { socialRoutes } from "./http.ts";
import { followCounts, followersOf, followingOf, likedBy, likesOf } from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let ask: Ask;

beforeAll(async () => {
  services = await testServices();
  ask = askRoutes(socialRoutes(services, createLimits(1000, services.pool)));
});
afterAll(() => services.close());

const like = (id: string) => `/api/picture/${id}/like`;
const follow = (username: string) => `/api/users/${username}/follow`;
const likesRow = async (id: string) => {
  const { likes } = await services.db
    .selectFrom("pictures")
    .select("likes")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return likes;
};

test("CO-03 20 concurrent likes by 2 members count 2, and undone concurrently count 0", async () => {
  const [owner, a, b] = [await aMember(services), await aMember(services), await aMember(services)];
  const { id } = await aPicture(services, owner);
  const all = async (method: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(actorFor(index % 2 === 0 ? a : b), method, like(id)),
      ),
    );
  const answers = await all("POST");
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await likesRow(id)).toBe(2);
  const again = await ask(actorFor(a), "POST", like(id));
  expect(await again.json()).toEqual({ likes: 2, liked: true });
  await all("DELETE");
  expect(await likesRow(id)).toBe(0);
  const none = await ask(actorFor(a), "DELETE", like(id));
  expect(await none.json()).toEqual({ likes: 0, liked: false });
});

test("CO-03 random likes and unlikes end in the right count", async () => {
  const owner = await aMember(services);
  const { id } = await aPicture(services, owner);
  const members = await Promise.all(Array.from({ length: 4 }, () => aMember(services)));
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      ask(actorFor(members[(index * 7) % 4]), index % 3 === 0 ? "DELETE" : "POST", like(id)),
    ),
  );
  const { rows } = await services.pool.query<{ count: number }>(
    "select count(*)::integer as count from likes where picture_id = $1",
    [id],
  );
  expect(await likesRow(id)).toBe(rows[0].count);
});

test("CO-03 invisible pictures cannot be liked and are 404", async () => {
  const [owner, other] = [await aMember(services), await aMember(services)];
  const hidden = await aPicture(services, owner, { is_public: false });
  const waiting = await aPicture(services, owner, { approved: false });
  for (const id of [hidden.id, waiting.id, randomUUID(), "nonsense"]) {
    for (const method of ["POST", "DELETE"]) {
      expect((await ask(actorFor(other), method, like(id))).status).toBe(404);
    }
  }
  expect((await ask(actorFor(owner), "POST", like(hidden.id))).status).toBe(200);
  expect((await ask(guest, "POST", like(hidden.id))).status).toBe(401);
});

test("CO-03 a liked picture that turns private leaves the likes page, and the like can still be undone", async () => {
  const [owner, fan] = [await aMember(services), await aMember(services)];
  const open = await aPicture(services, owner, { title: "Stays" });
  const turning = await aPicture(services, owner, { title: "Turns private" });
  for (const { id } of [turning, open]) await ask(actorFor(fan), "POST", like(id));
  const titles = async () =>
    (await likesOf(services.db, actorFor(fan), { limit: 10 })).items.map((p) => p.title);
  expect(await titles()).toEqual(["Stays", "Turns private"]);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", turning.id)
    .execute();
  expect(await titles()).toEqual(["Stays"]);
  const back = await ask(actorFor(fan), "DELETE", like(turning.id));
  expect(await back.json()).toEqual({ likes: 0, liked: false });
  expect(await likesRow(turning.id)).toBe(0);
});

test("CO-03 the likes page goes through its pages without a gap, and says which of many are liked", async () => {
  const [owner, fan] = [await aMember(services), await aMember(services)];
  const ids: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    const { id } = await aPicture(services, owner);
    await ask(actorFor(fan), "POST", like(id));
    ids.unshift(id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await likesOf(services.db, actorFor(fan), { cursor, limit: 3 });
    seen.push(...page.items.map((picture) => picture.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.toSorted()).toEqual(ids.toSorted());
  const stranger = await aPicture(services, owner);
  expect(await likedBy(services.db, fan.id, [ids[0], stranger.id])).toEqual(new Set([ids[0]]));
  const among = await ask(actorFor(fan), "GET", `/api/likes?among=${ids[1]},${stranger.id}`);
  expect(await among.json()).toEqual({ liked: [ids[1]] });
  expect((await ask(actorFor(fan), "GET", "/api/likes?among=x")).status).toBe(400);
});

test("CO-03 a deleted picture takes its likes with it, and rows that go for whatever reason are no longer counted", async () => {
  const [owner, fan, creator] = await Promise.all([1, 2, 3].map(() => aMember(services)));
  const kept = await aPicture(services, owner);
  const gone = await aPicture(services, owner);
  for (const { id } of [kept, gone]) await ask(actorFor(fan), "POST", like(id));
  await ask(actorFor(fan), "PUT", follow(creator.username));
  await deletePicture(services, actorFor(owner), gone.id);
  expect(await likesRow(kept.id)).toBe(1);
  await services.db.deleteFrom("likes").where("user_id", "=", fan.id).execute();
  await services.db.deleteFrom("follows").where("follower_id", "=", fan.id).execute();
  expect(await likesRow(kept.id)).toBe(0);
  expect((await followCounts(services.db, creator.id)).followers).toBe(0);
});

test("CO-04 following at once and twice counts once, and unfollowing goes back", async () => {
  const [fan, creator] = [await aMember(services), await aMember(services)];
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask(actorFor(fan), "PUT", follow(creator.username))),
  );
  for (const answer of answers) expect(answer.status).toBe(200);
  const twice = await ask(actorFor(fan), "PUT", follow(creator.username.toUpperCase()));
  expect(await twice.json()).toEqual({ followers: 1, following: true });
  expect(await followCounts(services.db, fan.id)).toEqual({ followers: 0, following: 1 });
  const [follower] = (await followersOf(services.db, creator.id, creator.id, { limit: 5 })).items;
  expect(follower).toMatchObject({ username: fan.username, following: false, isSelf: false });
  const [followed] = (await followingOf(services.db, fan.id, fan.id, { limit: 5 })).items;
  expect(followed).toMatchObject({ username: creator.username, following: true, followers: 1 });
  const back = await ask(actorFor(fan), "DELETE", follow(creator.username));
  expect(await back.json()).toEqual({ followers: 0, following: false });
  expect((await ask(actorFor(fan), "DELETE", follow(creator.username))).status).toBe(200);
});

test("the directory and the lists of follows give every field of a creator", async () => {
  const columns = { profession: "Botanist", avatar_url: "/people/a.webp" };
  const [plain, known] = [await aMember(services), await aMember(services, { columns })];
  for (const member of [plain, known]) await aPicture(services, member);
  await ask(actorFor(plain), "PUT", follow(known.username));
  const page = await ask(guest, "GET", `/api/creators?q=${known.username}`);
  const fields = {
    id: known.id,
    name: "Mira Holt",
    username: known.username,
    avatar: "/people/a.webp",
    role: "Botanist",
    followers_count: 1,
    followers: 1,
  };
  expect(await page.json()).toMatchObject({ items: [fields] });
  const defaults = { id: plain.id, avatar: placeholderAvatar, role: "Creator", followers_count: 0 };
  const own = await ask(actorFor(known), "GET", "/api/follows?of=followers");
  expect(await own.json()).toMatchObject({ items: [{ ...defaults, username: plain.username }] });
});

test("CO-04 two members can follow each other concurrently", async () => {
  const [a, b] = [await aMember(services), await aMember(services)];
  for (let round = 0; round < 10; round += 1) {
    const method = round % 2 === 0 ? "PUT" : "DELETE";
    const answers = await Promise.all([
      ask(actorFor(a), method, follow(b.username)),
      ask(actorFor(b), method, follow(a.username)),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  }
});

test("CO-04 oneself, unknown and banned members cannot be followed", async () => {
  const me = await aMember(services);
  const banned = await aMember(services, { columns: { banned_at: new Date() } });
  const self = await ask(actorFor(me), "PUT", follow(me.username));
  expect(self.status).toBe(409);
  expect(await self.json()).toMatchObject({ detail: "You cannot follow yourself" });
  for (const name of ["nobody-here", banned.username, "%00", "a'--"]) {
    expect((await ask(actorFor(me), "PUT", follow(name))).status).toBe(404);
  }
  expect((await ask(guest, "PUT", follow(me.username))).status).toBe(401);
  expect(await followCounts(services.db, me.id)).toEqual({ followers: 0, following: 0 });
});
