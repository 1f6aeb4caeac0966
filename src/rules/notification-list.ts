/** The list behind bell and panel (docs/product.md 3.7, 4.4 and 9.2): a pure reducer. */

import type { ActivityKind } from "./notification-settings.ts";

export const keptInMemory = 50;
export const keptInStorage = 10;

export type NotificationType =
  | "generation_completed"
  | "generation_failed"
  | "moderation"
  | "export"
  | ActivityKind;

export type Notification = {
  id: string;
  read: boolean;
  type: NotificationType;
  title: string | null;
  description: string | null;
  generationId: string | null;
  imageUrl: string | null;
  imageId: string | null;
  imageCount: number | null;
  imageTitle: string | null;
  metadata: { title?: string; link?: string } | null;
  r2Key: string | null;
  timestamp: string;
};

export type NotificationList = { items: readonly Notification[]; unreadCount: number };

export const emptyList: NotificationList = { items: [], unreadCount: 0 };

/** Adds a notification at the front, unread. One that is already listed changes nothing: streams may repeat. */
export function withNew(list: NotificationList, notification: Notification): NotificationList {
  if (list.items.some((item) => item.id === notification.id)) return list;
  return {
    items: [{ ...notification, read: false }, ...list.items].slice(0, keptInMemory),
    unreadCount: list.unreadCount + 1,
  };
}

/** Marks one as read. */
export function withRead(list: NotificationList, id: string): NotificationList {
  const unread = list.items.some((item) => item.id === id && !item.read);
  if (!unread) return list;
  return {
    items: list.items.map((item) => (item.id === id ? { ...item, read: true } : item)),
    unreadCount: Math.max(0, list.unreadCount - 1),
  };
}

export function withAllRead(list: NotificationList): NotificationList {
  return { items: list.items.map((item) => ({ ...item, read: true })), unreadCount: 0 };
}

/** Removes one; removing an unread one lowers the count. */
export function without(list: NotificationList, id: string): NotificationList {
  const gone = list.items.find((item) => item.id === id);
  if (gone === undefined) return list;
  return {
    items: list.items.filter((item) => item.id !== id),
    unreadCount: Math.max(0, list.unreadCount - (gone.read ? 0 : 1)),
  };
}

/** As the server has them, newest first; it counts those that it does not list too. */
export function asListed(items: readonly Notification[], unreadCount: number): NotificationList {
  return { items: items.slice(0, keptInMemory), unreadCount: Math.max(0, unreadCount) };
}

/** Restores the stored list; anything invalid gives an empty list. */
export function fromKept(kept: unknown): NotificationList {
  const list = kept as Partial<NotificationList> | null;
  if (typeof list !== "object" || !Array.isArray(list?.items)) return emptyList;
  const items = list.items.filter((item) => typeof item?.id === "string");
  return asListed(items.slice(0, keptInStorage), Number(list.unreadCount) || 0);
}

/** What is stored between visits: the latest ten and the count. */
export function toKeep(list: NotificationList): NotificationList {
  return { items: list.items.slice(0, keptInStorage), unreadCount: list.unreadCount };
}
