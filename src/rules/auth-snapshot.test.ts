import { expect, test } from "vitest";
import { readSnapshot, snapshotLifeMs, snapshotOf } from "./auth-snapshot.ts";
import { reduceAuth, renderedAuth, type Known } from "./auth-state.ts";

const ada: Known = { id: "ada", role: "user" };
const now = 1_800_000_000_000;
const kept = JSON.stringify(snapshotOf(renderedAuth(ada), now));

test("AU-11 a member's snapshot has user, role, isAuthenticated and timestamp", () => {
  expect(JSON.parse(kept)).toEqual({
    user: ada,
    role: "user",
    isAuthenticated: true,
    timestamp: now,
  });
});

test("AU-11 guests and loading states leave no snapshot", () => {
  expect(snapshotOf(renderedAuth<Known>(null), now)).toBeNull();
  const unsure = reduceAuth(renderedAuth<Known>(null), { type: "restored", user: ada });
  expect(snapshotOf(unsure, now)).toBeNull();
});

test.each([
  ["at once", 0, true],
  ["after 299999 ms", snapshotLifeMs - 1, true],
  ["after 300000 ms", snapshotLifeMs, false],
  ["before it was made", -1, false],
])("AU-11 read %s", (_title, age, valid) => {
  expect(readSnapshot(kept, now + age) !== null).toBe(valid);
});

test.each([
  null,
  "",
  "{",
  "null",
  "[]",
  "7",
  JSON.stringify({ ...JSON.parse(kept), role: "owner" }),
  JSON.stringify({ ...JSON.parse(kept), isAuthenticated: false }),
  JSON.stringify({ ...JSON.parse(kept), user: null }),
  JSON.stringify({ ...JSON.parse(kept), timestamp: "today" }),
])("AU-11 %s is no snapshot", (text) => {
  expect(readSnapshot(text, now)).toBeNull();
});
