import { expect, test } from "vitest";
import { bellAfter, bellFace, restingBell, type BellEvent, type BellFace } from "./bell.ts";

const after = (events: BellEvent[]) => events.reduce(bellAfter, restingBell);
const casting: BellEvent = { name: "casting", id: "a" };
const over: BellEvent = { name: "cast over", id: "a" };
const done: BellEvent = { name: "notification", type: "generation_completed", at: 5 };
const failed: BellEvent = { name: "notification", type: "generation_failed", at: 6 };
const toastOver: BellEvent = { name: "toast over" };

test.each<[what: string, events: BellEvent[], face: BellFace, toast: string | null]>([
  ["nothing happens", [], "rest", null],
  ["a cast is under way", [casting, casting], "generating", null],
  ["it is over, its notice still on the way", [casting, over], "rest", null],
  ["its notice comes", [casting, over, done], "complete", "Gen done"],
  ["it fails", [casting, over, failed], "failed", "Gen failed"],
  [
    "one is done while another is under way",
    [casting, { name: "casting", id: "b" }, over, done],
    "complete",
    "Gen done",
  ],
  [
    "the word has been there for 4 s and another cast goes on",
    [casting, done, toastOver],
    "generating",
    null,
  ],
  ["the panel is opened", [done, { name: "panel opened" }], "rest", null],
  ["the later of two notices counts", [done, failed], "failed", "Gen failed"],
  ["some were missed", [{ name: "missed", count: 2, at: 1 }], "rest", "2 new"],
  ["none were missed", [{ name: "missed", count: 0, at: 1 }], "rest", null],
  ["the connection is new", [casting, { name: "opened" }], "rest", null],
])("NT-05 when %s the bell is %s with %s", (_what, events, face, toast) => {
  const bell = after(events);
  expect(bellFace(bell)).toBe(face);
  expect(bell.toast?.text ?? null).toBe(toast);
});

test("NT-05 each notification pings, and opening the panel does not stop the ping", () => {
  expect(after([done]).pingAt).toBe(5);
  expect(after([done, failed]).pingAt).toBe(6);
  expect(after([done, { name: "panel opened" }]).pingAt).toBe(5);
  expect(after([done, { name: "ping over" }]).pingAt).toBeNull();
});

test("NT-05 a second word of the same kind is shown for its own 4 s", () => {
  const [first, second] = [after([done]), after([done, { ...done, at: 9 }])];
  expect(second.toast).toEqual(first.toast);
  expect(bellAfter(first, { ...done, at: 9 }).toast).not.toBe(first.toast);
});
