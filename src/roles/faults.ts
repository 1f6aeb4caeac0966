import { AsyncLocalStorage } from "node:async_hooks";
import { Counter, type Registry } from "prom-client";
import type { Logger } from "#app/lib/log.ts";

/** The request of an error, for the log; never its address. */
export type RequestFacts = {
  requestId: string | null;
  method: string | null;
  /** The pattern of the route. */
  route: string;
};

type Kind = "exception" | "rejection";

export type Faults = {
  /** Runs the handler of a request; unhandled errors, however late, are logged with it. */
  during<T>(request: () => RequestFacts, work: () => T): T;
  /** Adds the counts of errors and restarts to the metrics of a server. */
  countIn(registry: Registry): void;
};

export type WatchedFaults = Faults & {
  /**
   * From now on unhandled errors of this process are logged and counted.
   * @param onFirst called at the first: the process can no longer be trusted and should end
   */
  watch(log: Logger, onFirst: () => void): void;
};

/**
 * Counts unhandled errors.
 * @param restarts how often the program was restarted before
 */
export function openFaults(restarts = 0): WatchedFaults {
  const current = new AsyncLocalStorage<() => RequestFacts>();
  const counts: Record<Kind, number> = { exception: 0, rejection: 0 };
  return {
    during: (request, work) => current.run(request, work),
    countIn(registry) {
      registry.registerMetric(
        new Counter({
          name: "echoform_faults_total",
          help: "Errors that nobody handled; the process ends after the first.",
          labelNames: ["kind"],
          registers: [],
          collect() {
            this.reset();
            for (const [kind, count] of Object.entries(counts)) this.inc({ kind }, count);
          },
        }),
      );
      const restarted = new Counter({
        name: "echoform_restarts_total",
        help: "How often npm start has started the program again.",
        registers: [registry],
      });
      restarted.inc(restarts);
    },
    watch(log, onFirst) {
      const note = (kind: Kind) => (error: unknown) => {
        counts[kind] += 1;
        const request = current.getStore();
        log.fatal({ err: error, kind, ...request?.() }, "unexpected error");
        if (counts.exception + counts.rejection === 1) onFirst();
      };
      process.on("uncaughtException", note("exception"));
      process.on("unhandledRejection", note("rejection"));
    },
  };
}
