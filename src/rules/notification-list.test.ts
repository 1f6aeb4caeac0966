import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  asListed,
  emptyList,
  fromKept,
  toKeep,
  withAllRead,
  withNew,
  without,
  withRead,
  type Notification,
  type NotificationList,
} from "./notification-list.ts";

function notice(id: string, over: Partial<Notification> = {}): Notification {
  return {
    id,
    read: false,
    type: "generation_completed",
    title: null,
    description: null,
    generationId: null,
    imageUrl: null,
    imageId: null,
    imageCount: null,
    imageTitle: null,
    metadata: null,
    r2Key: null,
    timestamp: "2026-01-01T00:00:00.000Z",
    ...over,
  };
}

const filled = (count: number) =>
  Array.from({ length: count }, (_, index) => notice(`n${index}`)).reduce(withNew, emptyList);

test("NT-06 a repeated event neither doubles the notice nor the count", () => {
  const list = withNew(filled(1), notice("n0"));
  expect(list.items).toHaveLength(1);
  expect(list.unreadCount).toBe(1);
});

test("NT-01 NT-03 new ones come first; fifty stay in memory, ten are kept", () => {
  const list = filled(60);
  expect(list.items[0].id).toBe("n59");
  expect(list.items).toHaveLength(50);
  expect(list.unreadCount).toBe(60);
  expect(toKeep(list).items).toHaveLength(10);
  expect(toKeep(list).unreadCount).toBe(60);
});

test("NT-01 reading one lowers the count once", () => {
  const once = withRead(filled(3), "n1");
  expect(once.unreadCount).toBe(2);
  expect(withRead(once, "n1")).toBe(once);
});

test("NT-02 clearing an unread one lowers the count, a read one does not", () => {
  const list = withRead(filled(2), "n0");
  expect(without(list, "n0").unreadCount).toBe(1);
  expect(without(list, "n1").unreadCount).toBe(0);
});

test("NT-01 the count is never negative and never above what was added", () => {
  const step = fc.oneof(
    fc
      .integer({ min: 0, max: 9 })
      .map((n) => (list: NotificationList) => withNew(list, notice(`n${n}`))),
    fc.integer({ min: 0, max: 9 }).map((n) => (list: NotificationList) => withRead(list, `n${n}`)),
    fc.integer({ min: 0, max: 9 }).map((n) => (list: NotificationList) => without(list, `n${n}`)),
    fc.constant(withAllRead),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const list = steps.reduce((state, change) => change(state), emptyList);
      expect(list.unreadCount).toBe(list.items.filter((item) => !item.read).length);
    }),
  );
});

test("NT-03 what is kept comes back as it was", () => {
  const list = filled(12);
  const kept = fromKept(JSON.parse(JSON.stringify(toKeep(list))));
  expect(kept.items).toEqual(list.items.slice(0, 10));
  expect(kept.unreadCount).toBe(12);
});

test.each([null, 7, "x", {}, { items: "x" }, { items: [null, 3, {}], unreadCount: "many" }])(
  "NT-03 %j kept in its place is an empty list",
  (kept) => {
    expect(fromKept(kept)).toEqual(emptyList);
  },
);

test("NT-03 the server's list has fifty at most and its own count", () => {
  const items = Array.from({ length: 60 }, (_, index) => notice(`n${index}`));
  expect(asListed(items, 71)).toEqual({ items: items.slice(0, 50), unreadCount: 71 });
  expect(asListed([], -1).unreadCount).toBe(0);
});
