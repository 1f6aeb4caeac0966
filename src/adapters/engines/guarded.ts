import {
  type Engine,
  EngineError,
  type EngineErrorKind,
  type EngineHealth,
  type GenerateContext,
  type GenerateRequest,
  type GenerateResult,
  type ServiceTerms,
} from "./port.ts";
import { withoutBill } from "./remote/failures.ts";

/** Failures of the service rather than of the request. */
const counted: ReadonlySet<EngineErrorKind> = new Set([
  "provider-down",
  "timeout",
  "bad-response",
  "internal",
]);
/** These do not pass by waiting: the operator must fix the key or the bill. */
const lasting: ReadonlySet<EngineErrorKind> = new Set(["auth", "quota"]);

const failuresToOpen = 5;
const openMs = 30_000;
const lastingOpenMs = 5 * 60_000;

/** Retry delay for requests that come during the trial request. */
const trialWaitMs = 5_000;

type Breaker = {
  failures: number;
  openUntil: number;
  /** The error that opened it; null while it is closed. */
  reason: EngineError | null;
  /** Whether a trial request is running, once the open time is over (half-open). */
  isTried: boolean;
};

/**
 * An engine behind a circuit breaker: after five failures in a row, or one refused key or bill, requests are turned
 * away at once for a while instead of each waiting for its own failure. Then one trial request is let through; the others are
 * refused until it has ended, and its failure opens the breaker again.
 * Where the service does not bill, its failures say so.
 * @param now milliseconds; a test's own clock
 * @param onOpen called each time the breaker opens, for the operator's log
 */
export function guardEngine(
  engine: Engine,
  service: ServiceTerms,
  onOpen: (engineId: string, reason: EngineError) => void,
  now: () => number = () => performance.now(),
): Engine {
  const breaker: Breaker = { failures: 0, openUntil: 0, reason: null, isTried: false };

  const note = (error: unknown) => {
    if (!(error instanceof EngineError)) return;
    const forGood = lasting.has(error.kind);
    if (!forGood && !counted.has(error.kind)) return;
    breaker.failures += 1;
    if (!forGood && !breaker.isTried && breaker.failures < failuresToOpen) return;
    breaker.openUntil = now() + (forGood ? lastingOpenMs : openMs);
    breaker.reason = error;
    onOpen(engine.id, error);
  };

  const judged = (error: unknown): unknown =>
    error instanceof EngineError && !service.bills ? withoutBill(error) : error;
  const told = (context: GenerateContext): GenerateContext =>
    context.onRequestFailed && !service.bills
      ? {
          ...context,
          onRequestFailed: async (index, error) =>
            context.onRequestFailed?.(index, withoutBill(error)),
        }
      : context;

  const generate = async (
    request: GenerateRequest,
    context: GenerateContext,
  ): Promise<GenerateResult> => {
    const isTrial = breaker.reason !== null && !breaker.isTried;
    const waitMs = Math.max(breaker.openUntil - now(), breaker.isTried ? trialWaitMs : 0);
    if (waitMs > 0) {
      const { reason } = breaker;
      // A refused key will not recover within a cast's retries: no delay is suggested, so nobody waits for it.
      const forGood = reason !== null && lasting.has(reason.kind);
      throw new EngineError(
        forGood ? reason.kind : "provider-down",
        "This engine is not available right now.",
        {
          retryAfterMs: forGood ? undefined : waitMs,
          providerCode: "breaker-open",
          cause: breaker.reason,
        },
      );
    }
    if (isTrial) breaker.isTried = true;
    try {
      const result = await engine.generate(request, told(context));
      breaker.failures = 0;
      breaker.reason = null;
      return result;
    } catch (thrown) {
      const error = judged(thrown);
      note(error);
      throw error;
    } finally {
      if (isTrial) breaker.isTried = false;
    }
  };

  const health = async (signal: AbortSignal): Promise<EngineHealth> => {
    if (breaker.openUntil <= now()) return engine.health(signal);
    return { state: "down", detail: breaker.reason?.message ?? "turned away after failures" };
  };

  const { concurrency, bills } = service;
  return { ...engine, service: { concurrency, bills }, generate, health };
}
