import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptyList,
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

test("new ones come first; fifty stay in memory, ten are kept", () => {
  const list = filled(60);
  expect(list.items[0].id).toBe("n59");
  expect(list.items).toHaveLength(50);
  expect(list.unreadCount).toBe(60);
  expect(toKeep(list).items).toHaveLength(10);
  expect(toKeep(list).unreadCount).toBe(60);
});

test("reading one lowers the count once", () => {
  const once = withRead(filled(3), "n1");
  expect(once.unreadCount).toBe(2);
  expect(withRead(once, "n1")).toBe(once);
});

test("clearing an unread one lowers the count, a read one does not", () => {
  const list = withRead(filled(2), "n0");
  expect(without(list, "n0").unreadCount).toBe(1);
  expect(without(list, "n1").unreadCount).toBe(0);
});

test("the count is never negative and never above what was added", () => {
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
