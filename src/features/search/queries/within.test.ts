import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import type { OpenServices } from "#app/open-services.ts";
import { searchPictures, scopeOf, suggestionsFor } from "../queries.ts";
import { indexPending, startIndexing } from "../jobs.ts";

let services: OpenServices;
let mira: TestMember;
let otto: TestMember;
let admin: TestMember;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.deleteFrom("collections").execute();
  await services.db.deleteFrom("pictures").execute();
  await services.db.deleteFrom("search_words").execute();
  mira = await aMember(services, { name: "Mira Holt" });
  otto = await aMember(services, { name: "Otto Brandt" });
  admin = await aMember(services, { name: "Ada Quill", role: "admin" });
});

const member = ({ id }: TestMember): Actor => ({ role: "member", userId: id });
const asAdmin = (): Actor => ({ role: "admin", userId: admin.id });

type Overrides = Parameters<typeof aPicture>[2];

function aWork(title: string, overrides: Overrides = {}, owner = mira) {
  const slug = `work-${uuidv7().slice(-12)}`;
  const own = { title, prompt: null, tags: [], slug, filename: `${slug}.jpg`, ...overrides };
  return aPicture(services, owner, own);
}

const like = (who: TestMember, ...pictures: { id: string }[]) =>
  services.db
    .insertInto("likes")
    .values(pictures.map(({ id }) => ({ user_id: who.id, picture_id: id })))
    .execute();

async function aCollection(owner: TestMember, pictures: { id: string }[], isPublic = true) {
  const id = uuidv7();
  await services.db
    .insertInto("collections")
    .values({
      id,
      owner_id: owner.id,
      name: "Harbours",
      is_public: isPublic,
      published_at: isPublic ? new Date() : null,
    })
    .execute();
  for (const [position, picture] of pictures.entries()) {
    await services.db
      .insertInto("collection_items")
      .values({ collection_id: id, picture_id: picture.id, position })
      .execute();
  }
  return id;
}

/** Titles of results and of closest matches, with the count. */
async function within(viewer: Actor, where: string, q: string) {
  await indexPending(services);
  const scope = await scopeOf(services.db, viewer, where);
  const { items, near, total, corrected } = await searchPictures(services, {
    scope,
    q,
    limit: 10,
  });
  const titles = (pictures: typeof items) => pictures.map(({ title }) => title);
  return { items: titles(items), near: titles(near), count: total?.count, corrected };
}

test("owners find their private pictures, those that wait and hidden prompts; nobody else does", async () => {
  await aWork("Boat in the open");
  await aWork("Boat at home", { is_public: false });
  await aWork("Boat in the queue", { approved: false, status: "waiting" });
  await aWork("Quiet", { prompt: "a boat in a bottle", prompt_hidden: true });
  await aWork("Boat of somebody else", {}, otto);
  await aWork("Secret boat of somebody else", { is_public: false }, otto);
  const where = `@${mira.username}`;
  const own = await within(member(mira), where, "boat");
  expect(own.items.toSorted()).toEqual([
    "Boat at home",
    "Boat in the open",
    "Boat in the queue",
    "Quiet",
  ]);
  expect(own.count).toBe(4);
  for (const viewer of [guest, member(otto), asAdmin()]) {
    expect(await within(viewer, where, "boat")).toEqual({
      items: ["Boat in the open"],
      near: [],
      count: 1,
      corrected: null,
    });
  }
});

test("a public picture with a hidden prompt is found once by its owner", async () => {
  await aWork("Boat", { prompt: "a boat in a bottle", prompt_hidden: true });
  const own = await within(member(mira), `@${mira.username}`, "boat");
  expect(own).toMatchObject({ items: ["Boat"], count: 1 });
});

test("likes are searched for what the member likes and may see now", async () => {
  const seen = await aWork("Boat at noon");
  const hidden = await aWork("Boat at night");
  const own = await aWork("Boat of my own", { is_public: false }, otto);
  await aWork("Boat nobody likes");
  const others = await aWork("Boat that Mira likes");
  await like(otto, seen, hidden, own);
  await like(mira, others);
  const found = () => within(member(otto), "likes", "boat");
  expect((await found()).items.toSorted()).toEqual([
    "Boat at night",
    "Boat at noon",
    "Boat of my own",
  ]);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", hidden.id)
    .execute();
  expect((await found()).items.toSorted()).toEqual(["Boat at noon", "Boat of my own"]);
  // A search without results shows nothing hidden among its closest matches either.
  expect((await within(member(otto), "likes", "boat at night in a storm")).near).not.toContain(
    "Boat at night",
  );
  await services.db.deleteFrom("likes").where("user_id", "=", otto.id).execute();
  expect(await found()).toMatchObject({ items: [], near: [], count: 0 });
});

test("a collection is searched for what the viewer may see in it", async () => {
  const open = await aWork("Boat in the open");
  const secret = await aWork("Boat at home", { is_public: false });
  await aWork("Boat outside");
  const id = await aCollection(mira, [open, secret]);
  const own = await within(member(mira), id, "boat");
  expect(own.items.toSorted()).toEqual(["Boat at home", "Boat in the open"]);
  for (const viewer of [guest, member(otto), asAdmin()]) {
    expect((await within(viewer, id, "boat")).items).toEqual(["Boat in the open"]);
  }
});

test("likes of a guest and collections that may not be opened are refused", async () => {
  const id = await aCollection(mira, [await aWork("Boat")], false);
  const refused = (viewer: Actor, where: string) => scopeOf(services.db, viewer, where);
  await expect(refused(guest, "likes")).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(refused(guest, id)).rejects.toMatchObject({ code: "not-found" });
  await expect(refused(member(otto), id)).rejects.toMatchObject({ code: "not-found" });
  await expect(refused(guest, "@nobody.here")).rejects.toMatchObject({ code: "not-found" });
  expect(await refused(member(mira), id)).toMatchObject({ kind: "collection", id });
});

const teal = ["#2f7f6f", "#2a8a75", "#24685c", "#3b9683", "#f3efe6"];
const violet = ["#6a4fb0", "#5a3f9f", "#7b61c0", "#4c358c", "#f3efe6"];

test("colours, corrections and closest matches are those of the scope", async () => {
  const privately = { is_public: false };
  await aWork("Lighthouse", { ...privately, colors: teal });
  await aWork("Lighthouse in violet", { ...privately, colors: violet });
  await aWork("Kitchen table", { ...privately, colors: violet });
  // The gallery has what the scope lacks.
  await aWork("Giraffe on a kitchen table", {}, otto);
  const own = (q: string) => within(member(mira), `@${mira.username}`, q);
  expect((await own("teal lighthouse")).items).toEqual(["Lighthouse"]);
  expect((await own("teal")).items).toEqual(["Lighthouse"]);
  const slip = await own("lighthuose");
  expect(slip.corrected).toBe("lighthouse");
  expect(slip.items.toSorted()).toEqual(["Lighthouse", "Lighthouse in violet"]);
  expect(await own("giraffe on a kitchen table")).toEqual({
    items: [],
    near: ["Kitchen table"],
    count: 0,
    corrected: null,
  });
  expect(await own("submarine")).toEqual({ items: [], near: [], count: 0, corrected: null });
});

test("nothing of private pictures reaches suggestions, corrections or results of others", async () => {
  await aWork("Lighthouse", { is_public: false, tags: ["lightship"] });
  await indexPending(services);
  expect(await suggestionsFor(services.db, "lighth")).toEqual([]);
  expect(await services.db.selectFrom("search_words").selectAll().execute()).toEqual([]);
  const { items, near, corrected } = await searchPictures(services, { q: "lighthuose", limit: 10 });
  expect({ items, near, corrected }).toEqual({ items: [], near: [], corrected: null });
});

test("pages of a search within join without gaps or repeats, in each order", async () => {
  for (let at = 0; at < 12; at += 1) {
    await aWork(`Boat ${at}`, { is_public: at % 3 !== 0 });
  }
  await indexPending(services);
  const scope = await scopeOf(services.db, member(mira), `@${mira.username}`);
  for (const sort of ["relevance", "newest", "liked", "remixed"] as const) {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchPictures(services, {
        scope,
        q: "boat",
        sort,
        limit: 5,
        ...(cursor && { cursor }),
      });
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && ids.length < 50);
    expect(ids).toHaveLength(12);
    expect(new Set(ids).size).toBe(12);
  }
});

test("a published picture leaves the owners' index, and private ones from before get into it", async () => {
  const kept = async () =>
    (await services.db.selectFrom("image_search_private").select("title").execute()).map(
      ({ title }) => title,
    );
  const { id } = await aWork("Boat", { is_public: false });
  await aWork("Lake", { is_public: false });
  await indexPending(services);
  expect((await kept()).toSorted()).toEqual(["boat", "lake"]);
  await services.db.updateTable("pictures").set({ is_public: true }).where("id", "=", id).execute();
  await indexPending(services);
  expect(await kept()).toEqual(["lake"]);
  await services.db.deleteFrom("image_search_private").execute();
  await services.db.deleteFrom("search_backfill").execute();
  const upkeep = startIndexing(services);
  await expect.poll(kept).toEqual(["lake"]);
  await upkeep.stop();
});
