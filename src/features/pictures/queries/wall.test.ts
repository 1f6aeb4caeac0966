import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect, type CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import type { Database } from "#app/db/schema.ts";
import { encodeCursor } from "#app/rules/page-cursor.ts";
import { wall } from "../queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

test("the wall pages without gaps or repeats, also within one millisecond and while new pictures come", async () => {
  const painter = await aMember(services);
  const createdAt = new Date("2025-03-01T12:00:00.123Z");
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.push((await madePicture(services, painter, { createdAt })).id);
  }
  const seen: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await wall(services.db, { limit: 3, ownerId: painter.id, cursor });
    seen.push(...page.items.map((item) => item.id));
    await madePicture(services, painter);
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(seen).toEqual(made.toSorted().toReversed());
  await expect(wall(services.db, { limit: 3, cursor: "made-up" })).rejects.toMatchObject({
    code: "invalid-request",
    info: { errors: [{ path: "cursor" }] },
  });
});

test("the wall narrows by shape with the bounds of the rule", async () => {
  const painter = await aMember(services);
  const sizes = [
    [120, 100],
    [121, 100],
    [80, 100],
    [79, 100],
  ];
  for (const [width, height] of sizes) {
    await madePicture(services, painter, { png: await aPng(width, height) });
  }
  const widths = async (shape: "landscape" | "portrait" | "square") =>
    (await wall(services.db, { limit: 10, shape, ownerId: painter.id })).items.map(
      (item) => item.width,
    );
  expect(await widths("landscape")).toEqual([121]);
  expect(await widths("portrait")).toEqual([79]);
  expect((await widths("square")).toSorted((a, b) => a - b)).toEqual([80, 120]);
});

test("the wall seeks its page in the feed index", async () => {
  const queries: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: services.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void queries.push(query) });
  const cursor = encodeCursor({ createdAt: new Date(), id: randomUUID() });
  await wall(db, { limit: 40, cursor });
  const client = await services.pool.connect();
  try {
    // The few rows of a test would be scanned and sorted rather than sought.
    await client.query("begin");
    for (const way of ["seqscan", "bitmapscan", "sort"]) {
      await client.query(`set local enable_${way} = off`);
    }
    const explained = await client.query<{ "QUERY PLAN": string }>({
      text: `explain ${queries[0].sql}`,
      values: queries[0].parameters as unknown[],
    });
    const plan = explained.rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Scan using pictures_feed/);
    expect(plan).toMatch(/Index Cond: \(ROW\(created_at, id\) </);
    expect(plan).not.toMatch(/Sort/);
  } finally {
    await client.query("rollback");
    client.release();
  }
});
