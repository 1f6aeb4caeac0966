import { useSyncExternalStore } from "react";
import type { ApiResult } from "../api-client.ts";
import { showProblem } from "./use-mutation.ts";

/** Something a member has switched on or off, and how many have it on. */
export type Toggle = { on: boolean; count: number };

type Entry = {
  shown: Toggle;
  confirmed: Toggle;
  sending: boolean;
  /** When the server answered last, in milliseconds of performance.now(). */
  answeredAt: number;
};

/**
 * Toggles of this tab that show at once and are then told to the server: every button for the same thing shows the
 * same, quick presses are sent one after the other, and only where the last wish differs from what the server has. What was
 * asked for after the last answer is newer and counts instead. Other tabs of the browser hear of each answer.
 * @param name of the channel between the tabs
 * @param tell says the wish to the server and returns what holds there
 * @param failed title of the notice when that did not work; the toggle goes back
 */
export function createToggles(
  name: string,
  tell: (key: string, on: boolean) => Promise<ApiResult<Toggle>>,
  failed: (on: boolean) => string,
) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | null = null;

  /** Another tab has the server's answer. What is pressed here meanwhile is told to the server after it. */
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

  /** What was pressed here, unless the given state is newer. */
  function current(key: string, givenAt: number): Entry | null {
    const entry = entries.get(key) ?? null;
    return entry === null || (!entry.sending && entry.answeredAt < givenAt) ? null : entry;
  }

  /** What was pressed in this tab, or null where what the page was given holds. */
  const pressedOf = (key: string, givenAt: number): Toggle | null =>
    current(key, givenAt)?.shown ?? null;

  return {
    pressedOf,
    /**
     * Switches over.
     * @param given what the page knows
     * @param givenAt when it was asked for, in milliseconds of performance.now()
     */
    press(key: string, given: Toggle, givenAt: number): void {
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
    },
    /** What holds now: by what was pressed in this tab or by what the page was given, whichever is newer. */
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
