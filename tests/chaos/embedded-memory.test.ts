import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { readAhead } from "#app/db/embedded/read-ahead.ts";
import { openLog } from "#app/lib/log.ts";
import { aFolder, leaveFolders, openHere, query } from "../harness/embedded-folders.ts";
import { asSuperuser } from "../harness/superuser.ts";

/** What the embedded database reads at its start, so that the first minute is no slower than the rest. */

afterEach(leaveFolders);

test("what was in memory at the end is read again at the next start", async () => {
  const folder = await aFolder();
  const first = await openHere(folder);
  await query(
    first.url,
    "create table often as select n, repeat('x', 500) as text from generate_series(1, 2000) n",
  );
  await first.stop();
  const { url } = await openHere(folder);
  const logFile = path.join(folder, "postgres.log");
  await expect
    .poll(() => readFile(logFile, "utf8"))
    .toMatch(/autoprewarm successfully prewarmed \d+ of/);
  const [, buffers] = await query(url, "explain (analyze, buffers) select count(*) from often");
  // "read" would be blocks that had to be read now.
  expect(buffers).toEqual({
    "QUERY PLAN": expect.stringMatching(/Buffers: shared hit=(?!.* read=)/),
  });
});

test("the search index is read ahead at a start, the newest part of it where memory is short", async () => {
  const folder = await aFolder();
  const before = await openHere(folder);
  await query(
    before.url,
    "create table image_search as select n, repeat('x', 500) as text from generate_series(1, 2000) n",
  );
  await before.stop();
  const lines: string[] = [];
  const told = openLog("info", {}, { write: (line) => lines.push(line) });
  const embedded = await openHere(folder, told);
  const [{ size }] = await query<{ size: number }>(
    embedded.url,
    "select pg_relation_size('image_search')::integer as size",
  );
  expect(size).toBeGreaterThan(1_000_000);
  const isRead = (line: string) => line.includes("read the search index ahead");
  await expect
    .poll(() => lines.filter(isRead).map((line) => JSON.parse(line) as unknown))
    .toEqual([expect.objectContaining({ bytes: size })]);

  const readOf = (bytes: number) =>
    asSuperuser(folder, embedded.url, (client) => readAhead(client, bytes));
  expect(await readOf(100_000)).toBe(12 * 8192);
  expect(await readOf(0)).toBe(0);
});
