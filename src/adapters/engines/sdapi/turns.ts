import { EngineError } from "../port.ts";

/** Ends a turn; further calls do nothing. */
export type Leave = () => void;

/** Waits for the turn, first come first served. */
export type Turns = {
  /** @throws EngineError "cancelled" when the signal aborts before the turn comes */
  take(signal: AbortSignal): Promise<Leave>;
};

/** Creates a queue in which one holder has the turn. */
export function openTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const mine = Promise.withResolvers<void>();
      const before = last;
      last = before.then(() => mine.promise);
      const given = Promise.withResolvers<void>();
      const giveUp = () => given.resolve();
      signal.addEventListener("abort", giveUp);
      await Promise.race([before, given.promise]);
      signal.removeEventListener("abort", giveUp);
      if (signal.aborted) {
        mine.resolve();
        throw new EngineError("cancelled", "The cast was cancelled.");
      }
      return () => mine.resolve();
    },
  };
}
