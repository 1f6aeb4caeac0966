import { useSyncExternalStore } from "react";
import type { ApiResult } from "../api-client.ts";
import { showProblem } from "./use-mutation.ts";

/** A member's switch, such as a like, and how many members have it on. */
export type Toggle = { on: boolean; count: number };

type Entry = {
  shown: Toggle;
  confirmed: Toggle;
  sending: boolean;
  /** Time of the server's last response, in milliseconds of performance.now(). */
  answeredAt: number;
};

/**
 * Optimistic toggles of this tab. All buttons for the same thing share one state. Quick presses are sent one after the
 * other, and only if the last one differs from the server's state. Data that was requested after the last response is
 * newer and wins. Other tabs of the browser receive each response.
 * @param name name of the channel between tabs
 * @param tell sends the new state to the server and returns the resulting one
 * @param failed title of the toast after a failure; the toggle is reset
 */
export function createToggles(
  name: string,
  tell: (key: string, on: boolean) => Promise<ApiResult<Toggle>>,
  failed: (on: boolean) => string,
) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | null = null;

  /** Another tab has the server's response. A press in this tab is sent afterwards. */
  function hear({ data }: MessageEvent<{ key: string; state: Toggle }>) {
    const { key, state } = data;
    if (entries.get(key)?.sending) return;
    const answeredAt = performance.now();
    change(key, { shown: state, confirmed: state, sending: false, answeredAt });
  }

  function change(key: string, entry: Entry): Entry {
    entries.set(key, entry);
    for (const listener of listeners) listener();
    return entry;
  }

  async function settle(key: string, pressed: Entry): Promise<void> {
    let entry = change(key, { ...pressed, sending: true });
    while (entry.shown.on !== entry.confirmed.on) {
      const { on } = entry.shown;
      const answer = await tell(key, on);
      const now = entries.get(key) ?? entry;
      if (!answer.ok) {
        const { confirmed, answeredAt } = now;
        change(key, { shown: confirmed, confirmed, sending: false, answeredAt });
        showProblem(answer.problem, failed(on));
        return;
      }
      const shown = now.shown.on === on ? answer.data : now.shown;
      const answeredAt = performance.now();
      entry = change(key, { shown, confirmed: answer.data, sending: true, answeredAt });
      // A channel is bound to its origin; only windows take one.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      channel?.postMessage({ key, state: answer.data });
    }
    change(key, { ...entry, sending: false });
  }

  /** The state by presses, unless the given one is newer. */
  function current(key: string, givenAt: number): Entry | null {
    const entry = entries.get(key) ?? null;
    return entry === null || (!entry.sending && entry.answeredAt < givenAt) ? null : entry;
  }

  /** The state by presses in this tab, or null if the page's data is current. */
  const pressedOf = (key: string, givenAt: number): Toggle | null =>
    current(key, givenAt)?.shown ?? null;

  /**
   * Toggles.
   * @param given the state in the page's data
   * @param givenAt when it was requested, in milliseconds of performance.now()
   */
  function press(key: string, given: Toggle, givenAt: number): void {
    const before = current(key, givenAt) ?? {
      shown: given,
      confirmed: given,
      sending: false,
      answeredAt: givenAt,
    };
    const on = !before.shown.on;
    const count = Math.max(0, before.shown.count + (on ? 1 : -1));
    const pressed = change(key, { ...before, shown: { on, count } });
    if (!before.sending) void settle(key, pressed);
  }

  return {
    pressedOf,
    press,
    /**
     * Turns it on for a member who pressed as a guest; what was on already stays on.
     * @param count how many members had it on, as the guest saw it
     */
    turnOn(key: string, count: number): void {
      const now = performance.now();
      if (pressedOf(key, now)?.on !== true) press(key, { on: false, count }, now);
    },
    /** The current state: by presses in this tab or by the page's data, whichever is newer. */
    useToggle(key: string, given: Toggle, givenAt: number): Toggle {
      const pressed = useSyncExternalStore(
        (listener) => {
          if (channel === null) {
            channel = new BroadcastChannel(`echoform-${name}`);
            channel.addEventListener("message", hear);
          }
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => pressedOf(key, givenAt),
        () => null,
      );
      return pressed ?? given;
    },
  };
}
