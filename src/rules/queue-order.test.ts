import * as fc from "fast-check";
import { expect, test } from "vitest";
import { begunPriority, movedBefore, prioritiesOf } from "./queue-order.ts";
import { castLimits } from "./cast-limits.ts";

test.each([
  ["c", "a", ["c", "a", "b", "d"]],
  ["a", "c", ["b", "a", "c", "d"]],
  ["a", null, ["b", "c", "d", "a"]],
  ["d", null, ["a", "b", "c", "d"]],
  ["b", "b", ["a", "b", "c", "d"]],
  ["b", "c", ["a", "b", "c", "d"]],
  ["x", "a", null],
  ["a", "x", null],
])("%s moved before %s", (id, before, after) => {
  expect(movedBefore(["a", "b", "c", "d"], id, before)).toEqual(after);
});

const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: castLimits.waiting });

test("a move keeps every cast and the order of the others", () => {
  const moves = list.chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      id: fc.constantFrom(...ids),
      before: fc.constantFrom(null, ...ids),
    }),
  );
  fc.assert(
    fc.property(moves, ({ ids, id, before }) => {
      const after = movedBefore(ids, id, before) ?? [];
      expect(after.toSorted()).toEqual(ids.toSorted());
      expect(after.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id));
      const follower = after[after.indexOf(id) + 1] ?? null;
      expect(before === id || follower === before).toBe(true);
    }),
  );
});

test("priorities fall, stay above those of new casts and below those of begun ones", () => {
  fc.assert(
    fc.property(list, (ids) => {
      const priorities = prioritiesOf(ids);
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
      expect(new Set(priorities).size).toBe(ids.length);
      expect(Math.min(...priorities)).toBeGreaterThan(0);
      expect(Math.max(...priorities)).toBeLessThan(begunPriority);
    }),
  );
});
