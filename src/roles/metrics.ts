import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { castQueue } from "#app/features/generation/queries.ts";
import { actorOf } from "#app/features/identity/queries.ts";
import { clientIp } from "#app/lib/client-ip.ts";
import { watchLoopDelay } from "#app/lib/loop-delay.ts";
import {
  openRequestTally,
  prometheusText,
  type Metric,
  type RequestTally,
} from "#app/lib/metrics.ts";
import type { Services } from "#app/services.ts";
import type { ConnectionCounts } from "./connections.ts";
import type { Faults } from "./faults.ts";

export type Metrics = {
  requests: RequestTally;
  /** Counts a request of the image host. */
  countPicture(): void;
  /** Sets the source of the connection counts. */
  watch(connections: () => ConnectionCounts): void;
  /** Whether the client may read them: with the token, from this machine if no token is set, or as an admin with a session. */
  areFor(req: IncomingMessage): Promise<boolean>;
  /** In Prometheus' text format. Unavailable values are left out. */
  text(): Promise<string>;
  stop(): void;
};

const loopback = /^(?:127\.|::1$)/;
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Milliseconds: an engine may be asked over the network. */
const engineLimit = 500;
const engineFreshMs = 15_000;

/** A request forwarded by a local proxy, or by a browser under DNS rebinding, is not local. */
function isFromHere(req: IncomingMessage, trustProxy: boolean): boolean {
  const { host, forwarded, via, "x-forwarded-for": list, "x-real-ip": realIp } = req.headers;
  if (!loopback.test(clientIp(req.socket.remoteAddress, undefined, false))) return false;
  const last = (Array.isArray(list) ? list.join(",") : list)?.split(",").at(-1)?.trim();
  if (trustProxy && last !== undefined) return loopback.test(last);
  const isPassedOn = [forwarded, via, list, realIp].some((header) => header !== undefined);
  return !isPassedOn && loopbackHost.test(host ?? "");
}

const digest = (text: string) => createHash("sha256").update(text).digest();

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? "") ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "counter",
  samples: [{ value }],
});

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
});

function byLabel(
  name: string,
  help: string,
  label: string,
  values: Record<string, number>,
): Metric {
  const samples = Object.entries(values).map(([key, value]) => ({
    labels: { [label]: key },
    value,
  }));
  return { name, help, type: "gauge", samples };
}

function processMetrics(): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("process_resident_memory_bytes", "Resident memory.", rss),
    gauge("nodejs_heap_size_used_bytes", "JavaScript heap in use.", heapUsed),
    gauge("nodejs_heap_size_total_bytes", "JavaScript heap taken.", heapTotal),
    gauge("nodejs_external_memory_bytes", "Memory of buffers and bindings.", external),
    counter(
      "process_cpu_seconds_total",
      "CPU time of the program, user and system.",
      (user + system) / 1e6,
    ),
    gauge("process_uptime_seconds", "Since the start of the program.", process.uptime()),
  ];
}

/** Starts to measure this process. */
export function openMetrics(services: Services, faults: Pick<Faults, "metrics">): Metrics {
  const { env, pool, db, engines, log } = services;
  const requests = openRequestTally();
  const loopDelay = watchLoopDelay();
  // A public site is behind a proxy, which may run on this machine and hide its clients.
  const isServedHere = loopbackHost.test(new URL(env.SERVER_URL).host);
  let pictures = 0;
  let connections: (() => ConnectionCounts) | undefined;
  let asked: { at: number; states: Promise<Record<string, number>> } | undefined;

  async function askEngines(): Promise<Record<string, number>> {
    const states = [...engines].map(async ([id, engine]) => {
      const { state } = await engine.health(AbortSignal.timeout(engineLimit)).catch(() => {
        return { state: "down" };
      });
      return [id, state === "down" ? 0 : 1] as const;
    });
    return Object.fromEntries(await Promise.all(states));
  }

  function engineStates(): Promise<Record<string, number>> {
    if (asked === undefined || performance.now() - asked.at > engineFreshMs) {
      asked = { at: performance.now(), states: askEngines() };
    }
    return asked.states;
  }

  async function queueMetrics(): Promise<Metric[]> {
    try {
      const queue = await castQueue(db);
      return [
        gauge("echoform_database_up", "Whether the database answers.", 1),
        byLabel("echoform_casts", "Casts of all members that are not over.", "state", queue),
      ];
    } catch (error) {
      log.warn({ err: error }, "the queue could not be measured");
      return [gauge("echoform_database_up", "Whether the database answers.", 0)];
    }
  }

  function connectionMetrics(): Metric[] {
    if (connections === undefined) return [];
    const { open, refused, stalled } = connections();
    return [
      gauge("echoform_connections", "Open connections of readers.", open),
      counter("echoform_connections_refused_total", "Turned away: there were too many.", refused),
      counter("echoform_connections_stalled_total", "Ended: the reader took too little.", stalled),
    ];
  }

  return {
    requests,
    watch(counts) {
      connections = counts;
    },
    countPicture() {
      pictures += 1;
    },
    async areFor(req) {
      const { METRICS_TOKEN: token } = env;
      if (token !== undefined) {
        if (hasToken(req, token)) return true;
      } else if (isServedHere && isFromHere(req, env.TRUST_PROXY)) return true;
      const { cookie } = req.headers;
      if (cookie === undefined) return false;
      return (await actorOf(services, new Headers({ cookie }))).role === "admin";
    },
    async text() {
      const [queue, engineUp] = await Promise.all([queueMetrics(), engineStates()]);
      const { p50, p99, max } = loopDelay.read();
      return prometheusText([
        ...processMetrics(),
        gauge("nodejs_eventloop_lag_p50_seconds", "Median lateness of the event loop.", p50),
        gauge("nodejs_eventloop_lag_p99_seconds", "99th percentile of it.", p99),
        gauge("nodejs_eventloop_lag_max_seconds", "The worst of it.", max),
        requests.metric(),
        counter("echoform_picture_requests_total", "Requests that the image host took.", pictures),
        ...connectionMetrics(),
        ...faults.metrics(),
        ...queue,
        byLabel("echoform_database_connections", "Connections of the pool.", "state", {
          open: pool.totalCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
        }),
        byLabel("echoform_engine_up", "Whether the engine can draw.", "engine", engineUp),
      ]);
    },
    stop: () => loopDelay.stop(),
  };
}
