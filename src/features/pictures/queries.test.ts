import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { actorFor, aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { placeholderAvatar } from "#app/rules/creator.ts";
import {
  lineageOf,
  pictureByAddress,
  pictureByFilename,
  pictureById,
  pictureFile,
  similarPictures,
  sourceForRemix,
  wall,
} from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
let owner: { id: string };
let actors: { guest: Actor; owner: Actor; other: Actor; admin: Actor };

beforeAll(async () => {
  services = await testServices();
  owner = await aMember(services, { name: "Ada Lovelace" });
  actors = {
    guest,
    owner: actorFor(owner),
    other: actorFor(await aMember(services)),
    admin: actorFor(await aMember(services, { role: "admin" }), "admin"),
  };
});
afterAll(() => services.close());

const states = [
  {
    isPublic: true,
    approved: true,
    plain: "guest owner other admin",
    asked: "guest owner other admin",
  },
  { isPublic: false, approved: true, plain: "owner admin", asked: "owner admin" },
  { isPublic: true, approved: false, plain: "", asked: "owner admin" },
  { isPublic: false, approved: false, plain: "", asked: "owner admin" },
];

test.each(states)(
  "IM-02 public $isPublic, approved $approved is seen by [$plain], with unapproved asked for by [$asked]",
  async ({ isPublic, approved, plain, asked }) => {
    const { id, slug, filename } = await madePicture(services, owner, { isPublic, approved });
    const who = async (includeUnapproved: boolean, lookup: typeof pictureById, key: string) => {
      const seen: string[] = [];
      for (const [name, actor] of Object.entries(actors)) {
        const found = await lookup(services.db, key, actor, { includeUnapproved });
        if (found !== null) seen.push(name);
      }
      return seen.join(" ");
    };
    for (const [lookup, key] of [
      [pictureById, id],
      [pictureByAddress, slug],
      [pictureByFilename, filename],
    ] as const) {
      expect(await who(false, lookup, key)).toBe(plain);
      expect(await who(true, lookup, key)).toBe(asked);
    }
    const inWall = await wall(services.db, { limit: 100 });
    expect(inWall.items.some((item) => item.id === id)).toBe(isPublic && approved);
    const sources = await Promise.all(
      Object.values(actors).map((actor) => sourceForRemix(services.db, actor, id)),
    );
    expect(sources.map((source) => source !== null)).toEqual([
      isPublic && approved,
      true,
      isPublic && approved,
      true,
    ]);
  },
);

test("RT-03 an address is a filename, an id, a slug, or one of them with a guessed extension", async () => {
  const { id, slug, filename } = await madePicture(services, owner, { title: "Old harbour" });
  const addresses = [
    filename,
    id,
    id.toUpperCase(),
    slug,
    `${slug}.webp`,
    `${slug}.jpeg`,
    `${id}-old-harbour.png`,
  ];
  for (const address of addresses) {
    expect((await pictureByAddress(services.db, address, guest))?.id).toBe(id);
  }
  const strangers = [
    "",
    "x",
    `${slug}x`,
    `${slug}.svg`,
    "a".repeat(300),
    "%00",
    "nul\0",
    "'; drop table pictures;--",
  ];
  for (const address of strangers) {
    expect(await pictureByAddress(services.db, address, guest)).toBeNull();
  }
});

test("RT-03 the filename wins over the id, and the id over guessed extensions", async () => {
  const first = await madePicture(services, owner);
  const second = await madePicture(services, owner);
  const set = (id: string, filename: string) =>
    services.db.updateTable("pictures").set({ filename }).where("id", "=", id).execute();
  await set(second.id, first.id);
  expect((await pictureByAddress(services.db, first.id, guest))?.id).toBe(second.id);
  await set(second.id, `${first.id}.png`);
  expect((await pictureByAddress(services.db, first.id, guest))?.id).toBe(first.id);
  await set(second.id, "plain-name.webp");
  expect((await pictureByAddress(services.db, "plain-name", guest))?.id).toBe(second.id);
});

test("IM-01 a picture and its creator have every field of docs/product.md 3.4 and 3.5", async () => {
  const { slug } = await madePicture(services, owner, {
    tags: ["lake", "dawn"],
    description: "A lake",
    meta: { aspect: "3:2", model: "sketch-1" },
  });
  const picture = await pictureByAddress(services.db, slug, guest);
  expect(picture).toMatchObject({
    title: "Misty mountain lake",
    description: "A lake",
    prompt: "misty mountain lake at dawn, watercolour",
    authoring_prompt: null,
    mini_prompt: null,
    tags: ["lake", "dawn"],
    gen_meta: { seed: 42, model: "sketch-1", aspect: "3:2", engine: { id: "sketch" } },
    storage_key: slug,
    filename: `${slug}.jpg`,
    filenameWebp: `${slug}.webp`,
    slug,
    width: 96,
    height: 64,
    likes: 0,
    downloads: 0,
    views: 0,
    license: "cc-by",
    is_public: true,
    approved: true,
    status: "ready",
    remixCount: 0,
    remix_count: 0,
    remix_group_count: 0,
    shape: "landscape",
    seed: 42,
    aspect: "3:2",
    engine: { id: "sketch", label: "Sketch", neural: false },
    creator: {
      id: owner.id,
      name: "Ada Lovelace",
      avatar: placeholderAvatar,
      role: "Creator",
      followers_count: 0,
    },
    alt: "A lake",
  });
  expect(picture?.colors).toHaveLength(5);
  expect(Date.parse(picture?.createdAt ?? "")).not.toBeNaN();
});

test("only the owner and admins see a hidden prompt, in gen_meta too", async () => {
  const { id } = await madePicture(services, owner, {
    promptHidden: true,
    meta: { negative: "no people" },
  });
  const seen = async (actor: Actor) => JSON.stringify(await pictureById(services.db, id, actor));
  for (const actor of [actors.guest, actors.other]) {
    expect(await seen(actor)).not.toMatch(/watercolour|no people/);
  }
  for (const actor of [actors.owner, actors.admin])
    expect(await seen(actor)).toMatch(/watercolour/);
  const { items } = await wall(services.db, { limit: 1 });
  expect(items[0]).toMatchObject({ id, prompt: null });
});

test("MO-09 lineage has the line above and the remixes below, hidden ones left out", async () => {
  const root = await madePicture(services, owner, { title: "Root" });
  const child = await madePicture(services, owner, {
    title: "Child",
    sourcePictureId: root.id,
    isPublic: false,
  });
  const grandchild = await madePicture(services, owner, {
    title: "Grandchild",
    sourcePictureId: child.id,
  });
  const leaf = await madePicture(services, owner, {
    title: "Leaf",
    sourcePictureId: grandchild.id,
  });
  const titles = async (actor: Actor) => {
    const lineage = await lineageOf(services.db, grandchild.id, actor);
    return [
      lineage?.source?.title,
      lineage?.ancestors.map((p) => p.title),
      lineage?.remixes.map((p) => p.id),
    ];
  };
  expect(await titles(guest)).toEqual([undefined, ["Root"], [leaf.id]]);
  expect(await titles(actors.owner)).toEqual(["Child", ["Root", "Child"], [leaf.id]]);
  expect(await lineageOf(services.db, child.id, guest)).toBeNull();
  expect(await lineageOf(services.db, "no-id", guest)).toBeNull();
});

test("MO-08 similar pictures share colours, tags and words, and are never hidden ones or the picture itself", async () => {
  const painter = await aMember(services);
  const teal = await madePicture(services, painter, {
    title: "Quiet lagoon",
    tags: ["sea", "calm"],
  });
  const near = await madePicture(services, await aMember(services), {
    title: "Quiet lagoon at noon",
    tags: ["sea"],
  });
  const hidden = await madePicture(services, painter, {
    title: "Quiet lagoon",
    tags: ["sea", "calm"],
    isPublic: false,
  });
  await madePicture(services, painter, {
    title: "Engine room",
    png: await aPng(96, 64, "#dc2626"),
  });
  const similar = await similarPictures(services.db, teal.id, 5);
  expect(similar[0].id).toBe(near.id);
  expect(similar.map((picture) => picture.id)).not.toContain(hidden.id);
  expect(similar.map((picture) => picture.id)).not.toContain(teal.id);
  expect(similar).toHaveLength(5);
});

test("similar pictures are ranked once a minute, but those made private meanwhile are not shown", async () => {
  const asked: string[] = [];
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.push(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const [one, other] = await Promise.all([1, 2].map(() => madePicture(services, owner)));
  const ids = async () => (await similarPictures(db, one.id, 20)).map(({ id }) => id);
  expect(await ids()).toContain(other.id);
  // Only the ranking: the query of the pictures is put together once for all.
  expect(asked).toEqual(["RawNode"]);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", other.id)
    .execute();
  expect(await ids()).not.toContain(other.id);
  expect(asked).toEqual(["RawNode"]);
});

test("the image host finds a picture's files by slug, filename and id, whoever may see it", async () => {
  const { id, slug, filename } = await madePicture(services, owner, { isPublic: false });
  for (const name of [slug, filename, id, `${slug}.webp`, `${id}-any-words.jpg`]) {
    expect(await pictureFile(services.db, name)).toMatchObject({
      id,
      isPublic: false,
      ownerId: owner.id,
    });
  }
  expect(await pictureFile(services.db, "nobody-0a1b2c3d.jpg")).toBeNull();
});
