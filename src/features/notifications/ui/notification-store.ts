import { notificationsKey } from "#app/rules/member-storage.ts";
import { bellAfter, restingBell, type Bell, type BellEvent } from "#app/rules/bell.ts";
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
} from "#app/rules/notification-list.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import type { StreamEvent } from "./event-stream.ts";

export type NotificationState = {
  list: NotificationList;
  bell: Bell;
  /** "loading" until the first response; "failed" if that request failed. */
  state: "loading" | "ready" | "failed";
};

export type NotificationStore = {
  now: () => NotificationState;
  /** Calls the listener after each change; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** Shows the list stored in this browser until the server has responded. */
  start: () => Promise<void>;
  /** Reads the server's list. */
  load: () => Promise<void>;
  ring: (event: BellEvent) => void;
  hear: (event: StreamEvent) => void;
  read: (id: string) => void;
  readAll: () => void;
  clear: (id: string) => void;
  clearAll: () => void;
};

function kept(memberId: string): NotificationList {
  try {
    return fromKept(JSON.parse(readStored(notificationsKey(memberId)) ?? "null"));
  } catch {
    // Not valid JSON: written by another program or truncated. The server has the list.
    return emptyList;
  }
}

/**
 * The member's notifications in this tab. Changes are shown optimistically and then sent to the server, whose events
 * update the other tabs and devices. `unread`: the count that the page was rendered with.
 */
export function createNotificationStore(memberId: string, unread: number): NotificationStore {
  let state: NotificationState = {
    list: { items: [], unreadCount: unread },
    bell: restingBell,
    state: "loading",
  };
  const listeners = new Set<() => void>();
  let changes = 0;
  let reading = false;
  let mayMiss = false;

  function set(change: Partial<NotificationState>) {
    state = { ...state, ...change };
    if (change.list) writeStored(notificationsKey(memberId), JSON.stringify(toKeep(change.list)));
    for (const listener of listeners) listener();
  }

  function ring(event: BellEvent) {
    const bell = bellAfter(state.bell, event);
    if (bell !== state.bell) set({ bell });
  }

  /**
   * Reads the list, and again if it changed meanwhile. `missed`: a higher count than before is announced at the bell.
   */
  async function load(missed = false) {
    changes += 1;
    mayMiss ||= missed;
    if (reading) return;
    reading = true;
    let answered: number;
    do {
      answered = changes;
      const answer = await api.get("/api/notifications");
      if (!answer.ok) {
        set({ state: "failed" });
        break;
      }
      if (answered !== changes) continue;
      const more = answer.data.unread - state.list.unreadCount;
      set({ list: asListed(answer.data.items, answer.data.unread), state: "ready" });
      if (mayMiss) ring({ name: "missed", count: more, at: performance.now() });
      mayMiss = false;
    } while (answered !== changes);
    reading = false;
  }

  /** Shows a change, then sends it to the server; if that fails the list is read again. */
  async function change(list: NotificationList, call: () => Promise<ApiResult<unknown>>) {
    changes += 1;
    set({ list });
    const answer = await call();
    if (answer.ok) return;
    void showToast("error", answer.problem.title, { description: answer.problem.detail });
    await load();
  }

  return {
    now: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      const before = kept(memberId);
      if (before.items.length > 0) {
        set({ list: { items: before.items, unreadCount: state.list.unreadCount } });
      }
      return load();
    },
    load: () => load(),
    ring,
    hear(event) {
      if (event.name === "opened") {
        ring({ name: "opened" });
        void load(true);
      } else if (event.name === "notifications.changed") {
        void load();
      } else if (event.name === "notification") {
        changes += 1;
        const notice = event.payload as unknown as Notification;
        const list = withNew(state.list, notice);
        if (list === state.list) return;
        set({ list });
        ring({ name: "notification", type: notice.type, at: performance.now() });
      } else if (typeof event.payload.generationId === "string") {
        const id = event.payload.generationId;
        const open = event.payload.state === "queued" || event.payload.state === "running";
        ring({ name: open ? "casting" : "cast over", id });
      }
    },
    read(id) {
      const list = withRead(state.list, id);
      if (list === state.list) return;
      void change(list, () => api.post("/api/notifications/read", { json: { ids: [id] } }));
    },
    readAll: () => void change(withAllRead(state.list), () => api.post("/api/notifications/read")),
    clear: (id) =>
      void change(without(state.list, id), () =>
        api.delete("/api/notifications", { query: { id } }),
      ),
    clearAll: () => void change(emptyList, () => api.delete("/api/notifications")),
  };
}
