import { t } from "#app/language/message.ts";
import type { NotificationType } from "./notification-list.ts";

/** The bell beside the avatar. See docs/product.md 4.5. */

export const toastMs = 4000;
export const pingMs = 1200;

/** A word beside the bell: done is green, failed red, other amber. */
export type BellToast = { text: string; tone: "done" | "failed" | "other" };

export type Bell = {
  /** Casts in progress. */
  casting: readonly string[];
  toast: BellToast | null;
  /** When the last one arrived, in ms of the caller's clock; null when its animation is over. */
  pingAt: number | null;
};

export type BellEvent =
  | { name: "casting"; id: string }
  | { name: "cast over"; id: string }
  | { name: "notification"; type: NotificationType; at: number }
  /** Notifications that arrived while this tab was hidden: how many more are unread. */
  | { name: "missed"; count: number; at: number }
  /** The connection is new: the casts in progress are reported again. */
  | { name: "opened" }
  | { name: "toast over" }
  | { name: "ping over" }
  | { name: "panel opened" };

export const restingBell: Bell = { casting: [], toast: null, pingAt: null };

const toasts: Partial<Record<NotificationType, BellToast>> = {
  generation_completed: { text: t`Gen done`, tone: "done" },
  generation_failed: { text: t`Gen failed`, tone: "failed" },
  moderation: { text: t`New message`, tone: "other" },
};
const activityToast: BellToast = { text: t`New activity`, tone: "other" };

export function bellAfter(bell: Bell, event: BellEvent): Bell {
  switch (event.name) {
    case "casting":
      if (bell.casting.includes(event.id)) return bell;
      return { ...bell, casting: [...bell.casting, event.id] };
    case "cast over":
      if (!bell.casting.includes(event.id)) return bell;
      return { ...bell, casting: bell.casting.filter((id) => id !== event.id) };
    case "notification":
      // A new word is shown for its full time, whatever was shown before.
      return { ...bell, toast: { ...(toasts[event.type] ?? activityToast) }, pingAt: event.at };
    case "missed":
      if (event.count <= 0) return bell;
      return { ...bell, toast: { text: t`${event.count} new`, tone: "other" }, pingAt: event.at };
    case "opened":
      return { ...bell, casting: [] };
    case "toast over":
    case "panel opened":
      return { ...bell, toast: null };
    case "ping over":
      break;
  }
  return { ...bell, pingAt: null };
}

export type BellFace = "rest" | "generating" | "complete" | "failed";

/** What the bell shows: an outcome for as long as its word is shown, else whether a cast is in progress. */
export function bellFace({ toast, casting }: Bell): BellFace {
  if (toast?.tone === "done") return "complete";
  if (toast?.tone === "failed") return "failed";
  return casting.length > 0 ? "generating" : "rest";
}
