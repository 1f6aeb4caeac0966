import * as fc from "fast-check";
import { expect, test } from "vitest";
import { searchSorts } from "#app/rules/search-hits.ts";
import { decodeSearchCursor, encodeSearchCursor } from "./cursor.ts";

const plan = fc.record({
  sort: fc.constantFrom(...searchSorts),
  of: fc.constantFrom("all" as const, "matches" as const, "words" as const, "meaning" as const),
  corrected: fc.boolean(),
  relaxed: fc.boolean(),
  nearTitles: fc.boolean(),
});
const time = fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true });
// JSON has one zero.
const score = fc.double({ noNaN: true, noDefaultInfinity: true }).map((rank) => rank + 0);
const place = fc.record({
  plan,
  rank: score,
  id: fc.uuid(),
  weights: fc.stringMatching(/^[0-9a-z]{0,36}$/),
  asOf: time,
});

test("SE-05 a cursor keeps a position to the last digit, in URL-safe characters", () => {
  fc.assert(
    fc.property(place, time, fc.integer(), (made, at, count) => {
      const ranks = { relevance: made.rank, newest: at.getTime(), liked: count, remixed: count };
      const given = { ...made, rank: ranks[made.plan.sort] };
      const cursor = encodeSearchCursor(given);
      expect(cursor).toMatch(/^[\w-]{1,500}$/);
      expect(decodeSearchCursor(cursor)).toEqual(given);
    }),
  );
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const whole = {
  plan: { sort: "newest", of: "matches", corrected: false, relaxed: false, nearTitles: false },
  rank: 1,
  id: "0197a1b2-0000-7000-8000-000000000001",
  weights: "",
  asOf: 1_700_000_000_000,
};

test("SE-05 a cursor of this form is decoded", () => {
  expect(decodeSearchCursor(encoded(whole))).toMatchObject({ rank: 1 });
});

test.each([
  "",
  "x",
  "1.2.3",
  // As earlier releases wrote them.
  "qm-3ff0000000000000.0197a1b2000070008000000000000001.lq1abc",
  encoded(null),
  encoded([]),
  encoded({ ...whole, more: 1 }),
  encoded({ ...whole, rank: null }),
  encoded({ ...whole, rank: "1" }),
  encoded({ ...whole, id: "1 or 1=1" }),
  encoded({ ...whole, rank: 1e300 }),
  encoded({ ...whole, rank: -1 }),
  encoded({ ...whole, plan: { ...whole.plan, sort: "liked" }, rank: 1.5 }),
  encoded({ ...whole, plan: { ...whole.plan, sort: "remixed" }, rank: 2_147_483_648 }),
  encoded({ ...whole, weights: "Ä" }),
  encoded({ ...whole, asOf: 1e300 }),
  encoded({ ...whole, asOf: 8_640_000_000_000_001 }),
  encoded({ ...whole, plan: { ...whole.plan, sort: "oldest" } }),
  encoded({ ...whole, plan: { sort: "newest" } }),
])("SE-05 %j is not a cursor", (cursor) => {
  expect(decodeSearchCursor(cursor)).toBeNull();
});
