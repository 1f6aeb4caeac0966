import { expect, test } from "vitest";
import { changed, mostUndone, redone, undone, undoStack } from "./undo-stack.ts";

test("changes are undone and redone in order", () => {
  const after = ["b", "c", "d"].reduce((stack, state) => changed(stack, state), undoStack("a"));
  const back = undone(undone(after));
  expect(back).toMatchObject({ present: "b", past: ["a"], future: ["c", "d"] });
  expect(redone(back).present).toBe("c");
  expect(redone(redone(redone(back)))).toMatchObject({ present: "d", future: [] });
  expect(undone(undone(undone(undone(after)))).present).toBe("a");
});

test("a change after an undo ends what could be redone", () => {
  const stack = changed(undone(changed(changed(undoStack(1), 2), 3)), 4);
  expect(stack).toMatchObject({ present: 4, past: [1, 2], future: [] });
  expect(redone(stack)).toBe(stack);
});

test("moves of one slider are undone together, until something else is changed", () => {
  let stack = undoStack(0);
  for (const value of [1, 2, 3]) stack = changed(stack, value, "grow");
  for (const value of [4, 5]) stack = changed(stack, value, "feather");
  expect(stack.past).toEqual([0, 3]);
  stack = undone(stack);
  expect(stack.present).toBe(3);
  // After an undo the same slider begins anew.
  stack = changed(stack, 9, "grow");
  expect(undone(stack).present).toBe(3);
});

test("what changes nothing cannot be undone, and old states are forgotten", () => {
  const stack = undoStack("a");
  expect(changed(stack, "a")).toBe(stack);
  const many = Array.from({ length: 300 }, (_, index) => index + 1).reduce(
    (all, state) => changed(all, state),
    undoStack(0),
  );
  expect(many.past).toHaveLength(mostUndone);
  expect(many.past[0]).toBe(300 - mostUndone);
});
