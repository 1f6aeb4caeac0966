import { afterAll, beforeAll, expect, test } from "vitest";
import { readDemoCasts } from "../db/seed/casts.ts";
import { demoCollections } from "../db/seed/social.ts";
import { demoCreators } from "../db/seed/creators.ts";
import { startDemoSeed } from "../db/seed/demo.ts";
import { EngineError, type Engine } from "#app/adapters/engines/port.ts";
import { startWorker, type Worker } from "#app/features/generation/jobs.ts";
import { publicCollections } from "#app/features/collections/queries.ts";
import { lineageOf, wall } from "#app/features/pictures/queries.ts";
import { guest } from "#app/lib/actor.ts";
import { aspects } from "#app/rules/aspects.ts";
import { titleFromPrompt } from "#app/rules/picture-title.ts";
import type { OpenServices } from "#app/open-services.ts";
import { aMember } from "./harness/factories.ts";
import { quickEngine } from "./harness/quick-engine.ts";
import { testServices } from "./harness/services.ts";

const planned = readDemoCasts();
/** A chain of three, and a picture whose first cast fails. */
const few = [
  ...planned.filter(({ key }) => ["lake-dawn", "lake-winter", "lake-dusk"].includes(key)),
  ...planned.filter(({ key }) => key === "orbs-calm"),
];

let services: OpenServices;
let worker: Worker;

/** Draws quickly, but fails the first cast whose prompt begins with "Soft". */
function engineThatFailsOnce(): Engine {
  const quick = quickEngine();
  let failed = false;
  return {
    ...quick,
    id: "sketch",
    async generate(request, context) {
      if (failed || !request.prompt.startsWith("Soft")) return quick.generate(request, context);
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

test("the plan has at least 48 casts, all nine aspects, six creators and chains of one to four remixes", () => {
  expect(planned.length).toBeGreaterThanOrEqual(48);
  expect(new Set(planned.map((cast) => cast.key)).size).toBe(planned.length);
  expect(new Set(planned.map((cast) => cast.aspect))).toEqual(new Set(aspects));
  expect(new Set(planned.map((cast) => cast.creator))).toEqual(new Set(Object.keys(demoCreators)));
  const depths = new Map<string, number>();
  for (const { key, from } of planned) {
    const above = from === undefined ? -1 : depths.get(from);
    // A source stands further up than its remixes.
    expect(above).toBeDefined();
    depths.set(key, (above ?? 0) + 1);
  }
  expect([...new Set(depths.values())].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  for (const { name } of Object.values(demoCreators)) expect(name).toMatch(/^Demo: /);
  const titles = planned.map((cast) => titleFromPrompt(cast.prompt));
  expect(new Set(titles).size).toBe(titles.length);
});

test("a stopped seed continues at the next start, and a third start changes nothing", async () => {
  const first = seed();
  await expect.poll(() => count(services, "pictures")).toBeGreaterThan(0);
  await first.stop();
  await seed().done;
  const after = [await count(services, "pictures"), await count(services, "generations")];
  await seed().done;
  expect([await count(services, "pictures"), await count(services, "generations")]).toEqual(after);
  expect(await count(services, "users")).toBe(6);
});

test("its pictures are public, tagged, on different dates and remixes of each other, made by real, paid casts", async () => {
  const page = await wall(services.db, { limit: 10 });
  // The wall mixes the members of a page.
  const items = page.items.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  expect(items.map((item) => item.title)).toEqual(
    few.map((cast) => titleFromPrompt(cast.prompt)).toReversed(),
  );
  const failed = await services.db
    .selectFrom("generations")
    .select(["prompt", "state"])
    .where("state", "!=", "done")
    .execute();
  expect(failed).toEqual([{ prompt: few.at(-1)?.prompt, state: "failed" }]);
  const { begun } = await services.db
    .selectFrom("users")
    .select((eb) => eb.fn.min("created_at").as("begun"))
    .executeTakeFirstOrThrow();
  // Hours apart: whether two of them share a calendar day depends on the hour of the first start.
  const moments = [begun.getTime(), ...items.map((item) => Date.parse(item.createdAt))];
  const gaps = moments.slice(1).map((moment, n) => moments[n] - moment);
  expect(Math.min(...gaps)).toBeGreaterThan(4 * 3_600_000);
  const dusk = items.find((item) => item.title === "Lake at dusk");
  const lineage = await lineageOf(services.db, dusk?.id ?? "", guest);
  expect(lineage?.ancestors.map((picture) => picture.title)).toEqual([
    "Quiet mountain lake at dawn",
    "The same lake in deep winter",
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

test("the creators like and follow each other and keep public collections, once", async () => {
  const { items } = await publicCollections(services.db, { limit: 10 });
  expect(items.map(({ name, count }) => [name, count])).toEqual([["Long evenings", 3]]);
  expect(items[0].owner.name).toMatch(/^Demo: /);
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
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(row.is_demo).toBe(true);
    expect(row.email).toMatch(/@house\.invalid$/);
  }
});

test("a deleted picture is not created again", async () => {
  await services.db.deleteFrom("pictures").where("title", "=", "Lake at dusk").execute();
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
