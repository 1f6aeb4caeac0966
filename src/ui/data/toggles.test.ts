import { expect, test } from "vitest";
import type { ApiResult } from "../api-client.ts";
import { until } from "#tests/harness/patience.ts";
import { createToggles, type Toggle } from "./toggles.ts";

const given: Toggle = { on: false, count: 7 };

/** Toggles with a fake server that responds when the test lets it. */
function toggles() {
  const told: boolean[] = [];
  const waiting: ((answer: ApiResult<Toggle>) => void)[] = [];
  const made = createToggles(
    "test",
    (_key, on) => {
      told.push(on);
      return new Promise((resolve) => waiting.push(resolve));
    },
    () => "Not changed",
  );
  return {
    ...made,
    told,
    /** Responds to the oldest request with the server's state. */
    async answer(data: Toggle) {
      await until(
        "a request",
        () => waiting.length,
        (count) => count > 0,
      );
      waiting.shift()?.({ ok: true, data });
    },
  };
}

test("a press is shown at once, and the server's count replaces it", async () => {
  const likes = toggles();
  likes.press("lake", given, 0);
  expect(likes.pressedOf("lake", 0)).toEqual({ on: true, count: 8 });
  await likes.answer({ on: true, count: 12 });
  await until(
    "the server's count",
    () => likes.pressedOf("lake", 0)?.count,
    (count) => count === 12,
  );
  expect(likes.told).toEqual([true]);
});

test("of quick presses only the last is sent, after the response to the first", async () => {
  const likes = toggles();
  for (let count = 0; count < 4; count += 1) likes.press("lake", given, 0);
  expect(likes.pressedOf("lake", 0)).toEqual(given);
  expect(likes.told).toEqual([true]);
  await likes.answer({ on: true, count: 8 });
  await until(
    "the second request",
    () => likes.told.length,
    (count) => count === 2,
  );
  expect(likes.told).toEqual([true, false]);
  await likes.answer(given);
  likes.press("lake", given, 0);
  likes.press("lake", given, 0);
  likes.press("lake", given, 0);
  await until(
    "the third request",
    () => likes.told.length,
    (count) => count === 3,
  );
  expect(likes.told).toEqual([true, false, true]);
});

test("page data loaded after the last response is newer than the press", async () => {
  const likes = toggles();
  likes.press("lake", given, 0);
  const later = performance.now() + 60_000;
  // The server has not responded yet: the press wins, however new the page is.
  expect(likes.pressedOf("lake", later)).toEqual({ on: true, count: 8 });
  await likes.answer({ on: true, count: 8 });
  await until(
    "the newer page",
    () => likes.pressedOf("lake", later),
    (pressed) => pressed === null,
  );
  expect(likes.pressedOf("lake", 0)).toEqual({ on: true, count: 8 });
});

test("B22 what a guest pressed is turned on once, and stays on for a member who had it on", async () => {
  const likes = toggles();
  likes.turnOn("lake", 7);
  likes.turnOn("lake", 7);
  expect(likes.pressedOf("lake", 0)).toEqual({ on: true, count: 8 });
  // The member had it on before, so the server's count did not rise.
  await likes.answer({ on: true, count: 7 });
  await until(
    "the server's count",
    () => likes.pressedOf("lake", 0)?.count,
    (count) => count === 7,
  );
  expect(likes.told).toEqual([true]);
});
