import { expect, test } from "vitest";
import { EngineError, type EngineErrorKind } from "#app/adapters/engines/port.ts";
import { AppError } from "#app/lib/errors.ts";
import { failureOf, isExpected } from "./failure.ts";
import { mostTries, retryDelay } from "./retry.ts";

const after = (tried: number, spentMs = 0, hasOther = false) => ({ tried, spentMs, hasOther });

const passing: EngineErrorKind[] = ["rate-limited", "overloaded", "provider-down"];
const lasting: EngineErrorKind[] = [
  "cancelled",
  "moderated-prompt",
  "moderated-output",
  "invalid-request",
  "unsupported",
  "auth",
  "quota",
  "timeout",
  "bad-response",
  "internal",
];

test.each(passing)("ST-07 %s is tried up to four times in all, with growing delays", (kind) => {
  const error = new EngineError(kind, "Later.");
  const waits = [1, 2, 3].map((tried) => retryDelay(error, after(tried), 1));
  expect(waits).toEqual([500, 1000, 2000]);
  expect(retryDelay(error, after(mostTries), 1)).toBeNull();
});

test("ST-07 an engine's retry delay is honoured, with jitter on top", () => {
  const error = new EngineError("rate-limited", "Later.", { retryAfterMs: 7000 });
  expect(retryDelay(error, after(1), 0)).toBe(7000);
  expect(retryDelay(error, after(1), 0.5)).toBe(7250);
});

test.each(lasting)("ST-07 %s is never tried again", (kind) => {
  expect(retryDelay(new EngineError(kind, "No."), after(1), 1)).toBeNull();
});

test.each(["maybe", "yes"] as const)("ST-07 billed requests are never repeated: %s", (billed) => {
  expect(retryDelay(new EngineError("overloaded", "No.", { billed }), after(1), 1)).toBeNull();
});

test("ST-07 an engine that cannot be reached is given ten seconds, two where another may draw", () => {
  const down = new EngineError("provider-down", "No.");
  expect(retryDelay(down, after(2, 8_900), 1)).toBe(1000);
  expect(retryDelay(down, after(2, 9_100), 1)).toBeNull();
  expect(retryDelay(down, after(2, 900, true), 1)).toBe(1000);
  expect(retryDelay(down, after(2, 1_100, true), 1)).toBeNull();
  const turnedAway = new EngineError("provider-down", "No.", { retryAfterMs: 25_000 });
  expect(retryDelay(turnedAway, after(1), 0)).toBeNull();
});

test("ST-07 delays of more than two minutes are not honoured, nor of five seconds where another engine may draw", () => {
  const busy = (retryAfterMs: number) => new EngineError("rate-limited", "No.", { retryAfterMs });
  expect(retryDelay(busy(60_000), after(1), 0)).toBe(60_000);
  expect(retryDelay(busy(130_000), after(1), 0)).toBeNull();
  expect(retryDelay(busy(60_000), after(1, 0, true), 0)).toBeNull();
});

test("ST-07 errors that are not an engine's are not retried", () => {
  expect(retryDelay(new Error("a bug"), after(1), 1)).toBeNull();
});

test.each(["auth", "quota"] as const)(
  "ST-06 %s is shown as unavailable and left to the operator",
  (kind) => {
    const failure = failureOf(new EngineError(kind, "Key sk-123 is wrong."));
    expect(failure).toEqual({
      kind: "failed",
      failKind: kind,
      reason: "This engine is not available right now.",
    });
  },
);

test("ST-06 the engine's message is the reason; the text of a bug never is", () => {
  const declined = failureOf(new EngineError("moderated-prompt", "Not this prompt."));
  expect(declined).toMatchObject({ failKind: "moderated-prompt", reason: "Not this prompt." });
  expect(isExpected(declined)).toBe(true);
  const bug = failureOf(new TypeError("x is not a function"));
  expect(bug).toEqual({
    kind: "failed",
    failKind: "internal",
    reason: "Your image generation encountered an error",
  });
  expect(isExpected(bug)).toBe(false);
  expect(failureOf(new AppError("storage-full"))).toMatchObject({ failKind: "storage-full" });
});
