import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { moreRareWords, rareWords } from "#tests/fixtures/search/rare-words.ts";
import { aMember, aPicture, type TestMember } from "#tests/harness/factories.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { indexPending } from "../jobs.ts";
import { searchPictures, suggestionsFor, type SearchInput } from "../queries.ts";

let services: OpenServices;
let mira: TestMember;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.db.deleteFrom("pictures").execute();
  await services.db.deleteFrom("search_words").execute();
  mira = await aMember(services, { name: "Mira Holt" });
});

function aWork(title: string, overrides: Parameters<typeof aPicture>[2] = {}) {
  const slug = `work-${uuidv7().slice(-12)}`;
  const own = { title, prompt: null, tags: [], slug, filename: `${slug}.jpg`, ...overrides };
  return aPicture(services, mira, own);
}

const found = async (input: Omit<SearchInput, "limit">) => {
  await indexPending(services);
  const { items, near, total } = await searchPictures(services, { ...input, limit: 10 });
  const titlesOf = (pictures: typeof items) => pictures.map(({ title }) => title);
  return { items: titlesOf(items), near: titlesOf(near), count: total?.count };
};

test("SE-02 a word that cannot be corrected has titles with similar words as closest matches", async () => {
  await aWork("Lighthouse at dawn");
  await aWork("Harbour crane");
  expect(await found({ q: "lighthousekeeper" })).toEqual({
    items: [],
    near: ["Lighthouse at dawn"],
    count: 0,
  });
});

test("SE-06 what has only some of the words is a closest match and no result", async () => {
  await aWork("Kitchen table");
  await aWork("Loaf of bread");
  expect(await found({ q: "giraffe on a kitchen table" })).toEqual({
    items: [],
    near: ["Kitchen table"],
    count: 0,
  });
  await aWork("A giraffe on the kitchen table");
  expect(await found({ q: "giraffe on a kitchen table" })).toEqual({
    items: ["A giraffe on the kitchen table"],
    near: ["Kitchen table"],
    count: 1,
  });
});

test("SE-06 a picture with every word is a result, however many newer ones have some of them", async () => {
  await aWork("Heron by the lighthouse");
  await indexPending(services);
  const client = await services.pool.connect();
  // Rows of the index alone, without the pictures that they stand for.
  await client.query("set session_replication_role = replica");
  await client.query(`
    insert into image_search (picture_id, owner_id, created_at, version, title, palette, words)
    select gen_random_uuid(), gen_random_uuid(), now(), 1, '', array_fill(0, array[15]),
      to_tsvector('english', case when n % 2 = 0 then 'heron' else 'lighthouse' end)
    from generate_series(1, 1000) n`);
  client.release(true);
  try {
    expect(await found({ q: "heron lighthouse" })).toMatchObject({
      items: ["Heron by the lighthouse"],
      count: 1,
    });
  } finally {
    await services.db.deleteFrom("image_search").where("title", "=", "").execute();
  }
});

test("SE-06 where filters leave nothing the closest matches are without them", async () => {
  await aWork("Lighthouse keeper", { width: 96, height: 64 });
  const closest = { items: [], near: ["Lighthouse keeper"] };
  expect(await found({ q: "lighthouse", filters: { shape: "portrait" } })).toMatchObject(closest);
  expect(
    await found({ q: "lighthouse", filters: { shape: "portrait" }, sort: "newest" }),
  ).toMatchObject(closest);
});

const palettes = {
  teal: ["#2f7f6f", "#2a8a75", "#24685c", "#3b9683", "#f3efe6"],
  amber: ["#e8b84a", "#dba83a", "#f0c766", "#c99a35", "#f3efe6"],
  violet: ["#6a4fb0", "#5a3f9f", "#7b61c0", "#4c358c", "#f3efe6"],
  gray: ["#8d9396", "#7c8285", "#9ca1a4", "#6c7275", "#f3efe6"],
  "teal and amber": ["#2f7f6f", "#e8b84a", "#24685c", "#dba83a", "#f3efe6"],
};
const subjects = ["mountains", "lake", "harbour", "orchard", "street", "owl"];

test("SE-03 a colour and a subject rank together, and two colours are two conditions", async () => {
  const of = (name: string) => `study ${Object.keys(palettes).indexOf(name)}`;
  for (const [name, colors] of Object.entries(palettes)) {
    for (const subject of subjects) await aWork(`${subject}, ${of(name)}`, { colors });
  }
  for (const subject of subjects) {
    for (const name of ["teal", "amber", "violet"] as const) {
      const { items, near } = await found({ q: `${name} ${subject}` });
      const both = items.slice(0, 2);
      expect(both).toContain(`${subject}, ${of(name)}`);
      expect(items.every((title) => title.startsWith(subject))).toBe(true);
      // The subject in other colours comes closest.
      expect(near).toContain(`${subject}, ${of("gray")}`);
    }
    expect((await found({ q: `amber and teal ${subject}` })).items).toEqual([
      `${subject}, ${of("teal and amber")}`,
    ]);
  }
  const two = await found({ q: "teal amber" });
  expect(two.count).toBe(subjects.length);
  expect(two.items.every((title) => title.endsWith(of("teal and amber")))).toBe(true);
  const filter = { color: { hexes: ["#2f7f6f", "#e8b84a"], closeness: 38 } };
  expect((await found({ q: "", filters: filter })).count).toBe(subjects.length);
});

test("SE-03 a colour that no picture of the subject has leaves no results, only closest matches", async () => {
  await aWork("Mountains", { colors: palettes.violet });
  await aWork("Mountains in fog", { colors: palettes.gray });
  await aWork("Pond", { colors: palettes.teal });
  const { items, near } = await found({ q: "teal mountains" });
  expect(items).toEqual([]);
  expect(near.toSorted()).toEqual(["Mountains", "Mountains in fog"]);
  const { read } = await searchPictures(services, { q: "teal mountains", limit: 10 });
  expect(read.map(({ label }) => label)).toEqual(["Teal"]);
});

test("SE-03 a palette ranks by all its colours, the likest first", async () => {
  const [first, second, ...rest] = palettes["teal and amber"];
  await aWork("Same", { colors: palettes["teal and amber"] });
  await aWork("Alike", { colors: [first, second, "#2a8a75", "#c99a35", "#17191c"] });
  await aWork("Teal alone", { colors: palettes.teal });
  await aWork("Amber alone", { colors: palettes.amber });
  await aWork("Violet", { colors: palettes.violet });
  const color = { hexes: [first, second, ...rest], closeness: 38 };
  const { items } = await found({ q: "", filters: { color } });
  expect(items.slice(0, 2)).toEqual(["Same", "Alike"]);
  expect(items).not.toContain("Violet");
  expect(items).not.toContain("Amber alone");
});

/** A word one letter away, as a picture may have it. */
const neighbour = (word: string) => word.slice(0, -1) + (word.endsWith("e") ? "a" : "e");

test.each([{ words: rareWords }, { words: moreRareWords }])(
  "SE-02 right words that no picture uses are not corrected, however near another is",
  async ({ words }) => {
    for (const word of words) await aWork(`The ${neighbour(word)}`);
    await indexPending(services);
    const changed: string[] = [];
    for (const q of words) {
      const { corrected } = await searchPictures(services, { q, limit: 1 });
      if (corrected !== null) changed.push(`${q}: ${corrected}`);
    }
    expect(changed).toEqual([]);
  },
);

test("SE-02 a correction that finds nothing is not made", async () => {
  await aWork("Mountain");
  await aWork("Lake");
  await indexPending(services);
  const apart = await searchPictures(services, { q: "mountian lak", limit: 10 });
  expect(apart.corrected).toBeNull();
  await aWork("Mountain lake");
  await indexPending(services);
  const together = await searchPictures(services, { q: "mountian lak", limit: 10 });
  expect(together.corrected).toBe("mountain lake");
  expect(together.items.map(({ title }) => title)).toEqual(["Mountain lake"]);
});

test("suggestions are colours, creators, tags and titles that begin as what was typed, of public pictures alone", async () => {
  await aWork("Teal harbour", { tags: ["tealights", "boats"] });
  await aWork("Harbour of teacups", { tags: ["teapot"] });
  await aWork("Teak table", { is_public: false, tags: ["teak"] });
  const tess = await aMember(services, { name: "Teagan Moor" });
  await aPicture(services, tess, { title: "Moor", prompt: null });
  await aMember(services, { name: "Tea Nobody" });
  await indexPending(services);
  const texts = async (q: string) =>
    (await suggestionsFor(services.db, q)).map(({ kind, text }) => `${kind}: ${text}`);
  expect(await texts("tea")).toEqual([
    "color: Teal",
    "creator: Teagan Moor",
    "tag: tealights",
    "tag: teapot",
    "title: Teal harbour",
    "title: Harbour of teacups",
  ]);
  expect(await texts("harbour tea")).toEqual(["tag: harbor tealights", "tag: harbor teapot"]);
  expect(await texts("t")).toEqual([]);
  expect(await texts("%")).toEqual([]);
  // Signs are only signs.
  expect(await texts("' | te_")).toEqual(["color: Teal", "tag: tealights", "tag: teapot"]);
});

test("SE-03 a colour that no picture has leaves the nearest ones as closest matches", async () => {
  await aWork("Violet", { colors: palettes.violet });
  await aWork("Gray", { colors: palettes.gray });
  const color = { hexes: ["#00ff00"], closeness: 38 };
  const { items, near } = await found({ q: "", filters: { color } });
  expect(items).toEqual([]);
  expect(near.toSorted()).toEqual(["Gray", "Violet"]);
});

test("SE-03 colours find the same pictures alone as beside a filter that all pictures pass", async () => {
  const hex = () =>
    `#${Math.floor(Math.random() * 0x1000000)
      .toString(16)
      .padStart(6, "0")}`;
  const square = { width: 64, height: 64 };
  for (let at = 0; at < 60; at += 1) {
    await aWork(`Study ${at}`, { ...square, colors: [hex(), hex(), hex(), hex(), hex()] });
  }
  await indexPending(services);
  const idsOf = async (input: Omit<SearchInput, "limit">) => {
    const { items, total } = await searchPictures(services, { ...input, limit: 60 });
    return { ids: items.map(({ id }) => id), total };
  };
  let matches = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    const hexes = Array.from({ length: 1 + (turn % 5) }, hex);
    // Loose, so that five random colours are found.
    const color = { hexes, closeness: turn % 2 === 0 ? 0 : 38 };
    const alone = await idsOf({ q: "", filters: { color } });
    expect(await idsOf({ q: "", filters: { color, shape: "square" } })).toEqual(alone);
    matches += alone.ids.length;
  }
  expect(matches).toBeGreaterThan(0);
});
