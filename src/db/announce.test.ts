import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { openLog } from "#app/lib/log.ts";
import { announce } from "./announce.ts";
import { openLive } from "./live.ts";

const database = await testDatabase();
const live = openLive(database.url, openLog("silent"));
afterAll(() => live.close());

test("what is announced in quick succession arrives, equal notes once, in few statements", async () => {
  const seen: string[] = [];
  live.on("notes", (payload) => seen.push(payload));
  await live.ready();
  let statements = 0;
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  for (let turn = 0; turn < 100; turn += 1) {
    announce(db, "notes", String(turn));
    announce(db, "notes", "same");
    await nextTurn();
  }
  await expect.poll(() => seen).toContain("99");
  expect(seen.filter((payload) => payload !== "same")).toEqual(
    Array.from({ length: 100 }, (_, turn) => String(turn)),
  );
  // One for each turn would be a hundred of both.
  expect(statements).toBeLessThan(100);
  const same = seen.filter((payload) => payload === "same").length;
  expect(same).toBeGreaterThanOrEqual(1);
  expect(same).toBeLessThanOrEqual(statements);
});
