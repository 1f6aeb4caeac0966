import { afterAll, beforeAll, expect, test } from "vitest";
import { readDemoCasts, sourcesFirst } from "../db/seed/casts.ts";
import { demoCollections } from "../db/seed/social.ts";
import { demoCreators } from "../db/seed/creators.ts";
import { startDemoSeed } from "../db/seed/demo.ts";
import { EngineError, type Engine } from "#app/adapters/engines/port.ts";
import { startWorker, type Worker } from "#app/features/generation/jobs.ts";
import { publicCollections } from "#app/features/collections/queries.ts";
import { feedPage, lineageOf, pictureById, wall } from "#app/features/pictures/queries.ts";
import { guest } from "#app/lib/actor.ts";
import { aspectShape } from "#app/rules/aspect-shape.ts";
import { aspects, aspectSizes } from "#app/rules/aspects.ts";
import { titleFromPrompt } from "#app/rules/picture-title.ts";
import { popularSearches } from "#app/rules/popular-searches.ts";
import { styleOf } from "#app/rules/search-styles.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember } from "./harness/factories.ts";
import { quickEngine } from "./harness/quick-engine.ts";
import { testServices } from "./harness/services.ts";

const planned = readDemoCasts();
/** A picture whose first cast fails, and a chain of three. */
const few = planned.filter(({ key }) =>
  ["firefly-wood", "fox-snow", "fox-night", "fox-spring"].includes(key),
);

let services: OpenServices;
let worker: Worker;

/** Draws quickly, but fails the first cast whose prompt begins with "Fireflies". */
function engineThatFailsOnce(): Engine {
  const quick = quickEngine();
  let failed = false;
  return {
    ...quick,
    id: "sketch",
    async generate(request, context) {
      if (failed || !request.prompt.startsWith("Fireflies"))
        return quick.generate(request, context);
      failed = true;
      throw new EngineError("internal", "The engine failed once.");
    },
  };
}

/** A program over a database of its own that counts as the embedded one. */
async function embedded(env: Record<string, string> = {}): Promise<OpenServices> {
  const engines = new Map([["sketch", engineThatFailsOnce()]]);
  return { ...(await testServices({ engines, env: { DEMO_SEED: "on", ...env } })), embedded: true };
}

beforeAll(async () => {
  services = await embedded();
  worker = startWorker(services);
});
afterAll(async () => {
  await worker.stop();
  await services.close();
});

const seed = (over = services) => startDemoSeed(over, { casts: few, pollMs: 20 });
const count = async (over: OpenServices, table: "users" | "pictures" | "generations") => {
  const { rows } = await over.pool.query<{ count: number }>(`select count(*) from ${table}`);
  return rows[0].count;
};

test("the plan has at least 48 casts, all nine aspects, every creator and chains of remixes", () => {
  expect(planned.length).toBeGreaterThanOrEqual(48);
  expect(new Set(planned.map((cast) => cast.key)).size).toBe(planned.length);
  expect(new Set(planned.map((cast) => cast.aspect))).toEqual(new Set(aspects));
  expect(new Set(planned.map((cast) => cast.creator))).toEqual(new Set(Object.keys(demoCreators)));
  const depths = new Map<string, number>();
  for (const { key, from } of planned.toReversed()) {
    const above = from === undefined ? -1 : depths.get(from);
    // A source is older than its remixes, so that it stands further down.
    expect(above).toBeDefined();
    depths.set(key, (above ?? 0) + 1);
  }
  expect([...new Set(depths.values())].toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  const titles = planned.map((cast) => titleFromPrompt(cast.prompt));
  expect(new Set(titles).size).toBe(titles.length);
});

test("the first 20 on the wall are picks, by every creator and of at least six kinds", () => {
  const first = planned.slice(0, 20);
  expect(first.filter((cast) => !cast.pick)).toEqual([]);
  expect(new Set(first.map((cast) => cast.creator)).size).toBe(Object.keys(demoCreators).length);
  const kinds = ["animal", "portrait", "food", "object", "interior", "humour", "landscape"];
  const shown = kinds.filter((kind) => first.some((cast) => cast.tags.includes(kind)));
  expect(shown).toEqual(kinds);
});

test.for(popularSearches)("B24 at least eight pictures are found by the chip: %s", (word) => {
  const { means } = styleOf(word) ?? { means: [] };
  const found = planned.filter(({ prompt, tags }) => {
    const text = [prompt, ...tags].join(" ").toLowerCase();
    return means.some((phrase) => new RegExp(String.raw`\b${phrase}s?\b`).test(text));
  });
  expect(found.length).toBeGreaterThanOrEqual(8);
});

test.for(["portrait", "landscape"])("B24 at least eight pictures have the shape: %s", (shape) => {
  const found = planned.filter(({ aspect }) => {
    const { width, height } = aspectSizes[aspect];
    return aspectShape(width, height) === shape;
  });
  expect(found.length).toBeGreaterThanOrEqual(8);
});

test("a source is drawn before its remix, though it stands below it", () => {
  const drawn = sourcesFirst(planned);
  expect(drawn).toHaveLength(planned.length);
  expect(new Set(drawn)).toEqual(new Set(planned));
  const places = new Map(drawn.map((cast, place) => [cast.key, place]));
  const late = drawn.filter(
    ({ key, from }) => from !== undefined && places.get(from)! > places.get(key)!,
  );
  expect(late).toEqual([]);
});

test("a stopped seed continues at the next start, and a third start changes nothing", async () => {
  const first = seed();
  await expect.poll(() => count(services, "pictures")).toBeGreaterThan(0);
  await first.stop();
  await seed().done;
  const after = [await count(services, "pictures"), await count(services, "generations")];
  await seed().done;
  expect([await count(services, "pictures"), await count(services, "generations")]).toEqual(after);
  expect(await count(services, "users")).toBe(Object.keys(demoCreators).length);
});

test("its pictures are public, tagged, on different dates and remixes of each other, made by real, paid casts", async () => {
  const page = await wall(services.db, { limit: 10 });
  // The wall mixes the members of a page.
  const items = page.items.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  expect(items.map((item) => item.title)).toEqual(few.map((cast) => titleFromPrompt(cast.prompt)));
  const failed = await services.db
    .selectFrom("generations")
    .select(["prompt", "state"])
    .where("state", "!=", "done")
    .execute();
  expect(failed).toEqual([{ prompt: few[0].prompt, state: "failed" }]);
  const { begun } = await services.db
    .selectFrom("users")
    .select((eb) => eb.fn.min("created_at").as("begun"))
    .executeTakeFirstOrThrow();
  // Hours apart: whether two of them share a calendar day depends on the hour of the first start.
  const moments = [begun.getTime(), ...items.map((item) => Date.parse(item.createdAt))];
  const gaps = moments.slice(1).map((moment, n) => moments[n] - moment);
  expect(Math.min(...gaps)).toBeGreaterThan(4 * 3_600_000);
  const last = items.find((item) => item.title === "A red fox in a snowy forest at dusk");
  const lineage = await lineageOf(services.db, last?.id ?? "", guest);
  expect(lineage?.ancestors.map((picture) => picture.title)).toEqual([
    "The fox in the spring forest",
    "The fox by moonlight",
  ]);
  const { rows } = await services.pool.query<{ tags: string[]; state: string; settled: number }>(
    `select p.tags, h.state, h.settled from pictures p
     join generations g on g.id = p.generation_id join holds h on h.id = g.hold_id`,
  );
  expect(rows.length).toBe(items.length);
  for (const row of rows) {
    expect(row.tags.length).toBeGreaterThan(0);
    expect(row.state).toBe("settled");
  }
});

test("B16 the picks are filled, and a pick that an admin took back stays so", async () => {
  const picked = few.filter((cast) => cast.pick).map((cast) => titleFromPrompt(cast.prompt));
  expect(picked.length).toBeGreaterThan(1);
  const titles = async () => (await feedPage(services.db, { feed: "picks", limit: 10 })).items;
  expect((await titles()).map((item) => item.title)).toEqual(picked);
  await services.db.updateTable("pictures").set({ picked_at: null }).execute();
  await services.db.deleteFrom("follows").execute();
  await seed().done;
  expect(await titles()).toEqual([]);
});

test("a picture's page says that its creator is a demonstration account, and the name does not", async () => {
  const { items } = await wall(services.db, { limit: 10 });
  const pages = await Promise.all(items.map(({ id }) => pictureById(services.db, id, guest)));
  expect(pages.map((page) => page?.isDemo)).toEqual(few.map(() => true));
  expect(pages.filter((page) => page?.creator.name.includes("Demo"))).toEqual([]);
});

test("the creators like and follow each other and keep public collections, once", async () => {
  const { items } = await publicCollections(services.db, { limit: 10 });
  expect(items.map(({ name, count }) => [name, count])).toEqual([["Under the trees", 4]]);
  expect(items[0].owner.name).toBe("Fern and Moss");
  const { rows } = await services.pool.query<{ likes: number; follows: number }>(
    `select (select count(*)::integer from likes) as likes, (select count(*)::integer from follows) as follows`,
  );
  expect(rows[0].likes).toBeGreaterThan(0);
  expect(rows[0].follows).toBeGreaterThanOrEqual(6);
  await services.db.deleteFrom("likes").execute();
  await seed().done;
  const again = await services.pool.query<{ likes: number }>(
    "select count(*)::integer as likes from likes",
  );
  expect(again.rows[0].likes).toBe(0);
});

test("every planned collection gets pictures", () => {
  const thin = demoCollections.filter(({ tags }) => {
    const fitting = planned.filter((cast) => cast.tags.some((tag) => tags.includes(tag)));
    return fitting.length < 4;
  });
  expect(thin).toEqual([]);
});

test("nobody can sign in to the creators", async () => {
  const { rows } = await services.pool.query<{ is_demo: boolean; email: string }>(
    "select is_demo, email from users u where not exists (select from accounts a where a.user_id = u.id)",
  );
  expect(rows).toHaveLength(Object.keys(demoCreators).length);
  for (const row of rows) {
    expect(row.is_demo).toBe(true);
    expect(row.email).toMatch(/@house\.invalid$/);
  }
});

test("a deleted picture is not created again", async () => {
  await services.db
    .deleteFrom("pictures")
    .where("title", "=", "A red fox in a snowy forest at dusk")
    .execute();
  await services.pool.query(
    `update pictures p set remix_count = (select count(*) from pictures r where r.source_picture_id = p.id)`,
  );
  const before = await count(services, "pictures");
  await seed().done;
  expect(await count(services, "pictures")).toBe(before);
});

test("it does not run on external databases, on ones in use, or when it is off", async () => {
  const off = await embedded({ DEMO_SEED: "off" });
  await seed(off).done;
  const used = await embedded();
  await aMember(used);
  await seed(used).done;
  const foreign = await embedded();
  await seed({ ...foreign, embedded: false }).done;
  expect(await count(off, "users")).toBe(0);
  expect(await count(used, "users")).toBe(1);
  expect(await count(foreign, "users")).toBe(0);
  for (const each of [off, used, foreign]) await each.close();
});
