import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { testServices } from "#tests/harness/services.ts";
import { forgetKept, kept } from "./kept.ts";
import { notify, type Live } from "./live.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
// Time stands still: nothing is read again because it is old.
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
});
afterEach(() => vi.restoreAllMocks());

/** What is counted up with each reading. */
function counted(live: Live, channel: string) {
  let reads = 0;
  return () =>
    kept(live, channel, () => {
      reads += 1;
      return Promise.resolve(reads);
    });
}

test("a value is read once until another process tells of a change, and at once again after one's own", async () => {
  const { db, live } = services;
  const read = counted(live, "kept_once");
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  forgetKept(live, "kept_once");
  expect(await read()).toBe(2);
  await live.ready();
  await notify(db, "kept_once", "");
  await expect.poll(read).toBeGreaterThan(2);
});

test("a reading that fails is not kept", async () => {
  let fails = true;
  const read = () =>
    kept(services.live, "kept_failure", () =>
      fails ? Promise.reject(new Error("gone")) : Promise.resolve("here"),
    );
  await expect(read()).rejects.toThrow("gone");
  fails = false;
  expect(await read()).toBe("here");
});

test("what is read while the connection was lost is read again", async () => {
  let back: () => void = () => undefined;
  const live: Live = {
    ...services.live,
    on: () => () => undefined,
    onReconnect(handler) {
      back = handler;
      return () => undefined;
    },
  };
  const read = counted(live, "kept_lost");
  expect([await read(), await read()]).toEqual([1, 1]);
  back();
  expect(await read()).toBe(2);
});

test("a rule of prompts that somebody changes in the table is known within a moment", async () => {
  const { db, live } = services;
  const enabled = () =>
    kept(live, "prompt_rules_changed", async () => {
      const rows = await db.selectFrom("prompt_rules").select("is_enabled").execute();
      return rows.filter((row) => row.is_enabled).length;
    });
  const before = await enabled();
  await live.ready();
  await sql`update prompt_rules set is_enabled = false where name = 'gore'`.execute(db);
  await expect.poll(enabled).toBe(before - 1);
});
