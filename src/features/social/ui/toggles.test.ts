import { expect, test } from "vitest";
import type { ApiResult } from "#app/ui/api-client.ts";
import { until } from "#tests/harness/patience.ts";
import { createToggles, type Toggle } from "./toggles.ts";

const given: Toggle = { on: false, count: 7 };

/** Toggles before a server that keeps what it is told and answers when the test lets it. */
function toggles() {
  const told: boolean[] = [];
  const waiting: ((answer: ApiResult<Toggle>) => void)[] = [];
  const made = createToggles(
    (_key, on) => {
      told.push(on);
      return new Promise((resolve) => waiting.push(resolve));
    },
    () => "Not changed",
  );
  return {
    ...made,
    told,
    /** The server answers the oldest request with what holds there. */
    async answer(data: Toggle) {
      await until(
        "a request",
        () => waiting.length,
        (count) => count > 0,
      );
      waiting.shift()?.({ ok: true, data } as ApiResult<Toggle>);
    },
  };
}

test("a press shows at once, and the server's count counts when it answers", async () => {
  const { press, pressedOf, answer, told } = toggles();
  press("lake", given, 0);
  expect(pressedOf("lake", 0)).toEqual({ on: true, count: 8 });
  await answer({ on: true, count: 12 });
  await until(
    "the server's count",
    () => pressedOf("lake", 0)?.count,
    (count) => count === 12,
  );
  expect(told).toEqual([true]);
});

test("of quick presses only the last wish is sent, after the first was answered", async () => {
  const { press, pressedOf, answer, told } = toggles();
  for (let count = 0; count < 4; count += 1) press("lake", given, 0);
  expect(pressedOf("lake", 0)).toEqual(given);
  expect(told).toEqual([true]);
  await answer({ on: true, count: 8 });
  await until(
    "the second request",
    () => told.length,
    (count) => count === 2,
  );
  expect(told).toEqual([true, false]);
  await answer(given);
  press("lake", given, 0);
  press("lake", given, 0);
  press("lake", given, 0);
  await until(
    "the third request",
    () => told.length,
    (count) => count === 3,
  );
  expect(told).toEqual([true, false, true]);
});

test("what a page asked for after the last answer is newer than what was pressed", async () => {
  const { press, pressedOf, answer } = toggles();
  press("lake", given, 0);
  const later = performance.now() + 60_000;
  // Nothing has been answered yet: the press counts, however new the page is.
  expect(pressedOf("lake", later)).toEqual({ on: true, count: 8 });
  await answer({ on: true, count: 8 });
  await until(
    "the newer page",
    () => pressedOf("lake", later),
    (pressed) => pressed === null,
  );
  expect(pressedOf("lake", 0)).toEqual({ on: true, count: 8 });
});
