import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { castQueue } from "#app/features/generation/queries.ts";
import { actorOf } from "#app/features/identity/queries.ts";
import { clientIp } from "#app/lib/client-ip.ts";
import { watchLoopDelay } from "#app/lib/loop-delay.ts";
import type { Services } from "#app/services.ts";
import type { ConnectionCounts } from "./connections.ts";
import type { Faults } from "./faults.ts";

/** Seconds from a request's headers to the end of its response, by the pattern of the route and the class of the status. */
export type RequestTimes = Histogram<"method" | "route" | "status">;

export type Metrics = {
  requests: RequestTimes;
  /** Counts a request of the image host. */
  countPicture(): void;
  /** Sets the sources of the connection counts and of what the pages kept for guests take. */
  watch(connections: () => ConnectionCounts, keptBytes: () => number): void;
  /** Whether the client may read them: with the token, from this machine if no token is set, or as an admin with a session. */
  areFor(req: IncomingMessage): Promise<boolean>;
  /** In Prometheus' text format, with its type. Unavailable values are left out. */
  read(): Promise<{ text: string; type: string }>;
  stop(): void;
};

const loopback = /^(?:127\.|::1$)/;
const loopbackHost = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Seconds; a page takes some 20 ms, and nothing of a member's should take a second. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
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

/** A gauge for each value, read when somebody asks. */
function gauges(
  registry: Registry,
  readings: Readonly<Record<string, readonly [help: string, read: () => number]>>,
): void {
  for (const [name, [help, read]] of Object.entries(readings)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  }
}

/** A counter for each total that is kept elsewhere. */
function counters(
  registry: Registry,
  totals: Readonly<Record<string, readonly [help: string, read: () => number]>>,
): void {
  for (const [name, [help, read]] of Object.entries(totals)) {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    );
  }
}

/** One gauge with a value for each value of a label. */
function gaugeByLabel(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => Promise<Record<string, number>> | Record<string, number>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        const values = await read();
        this.reset();
        for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value);
      },
    }),
  );
}

/** Not those of prom-client itself: its watchers of this process cannot be stopped, and tests open many servers. */
function measureProcess(registry: Registry): void {
  gauges(registry, {
    process_resident_memory_bytes: ["Resident memory.", () => process.memoryUsage.rss()],
    nodejs_heap_size_used_bytes: ["JavaScript heap in use.", () => process.memoryUsage().heapUsed],
    nodejs_heap_size_total_bytes: ["JavaScript heap taken.", () => process.memoryUsage().heapTotal],
    nodejs_external_memory_bytes: [
      "Memory of buffers and bindings.",
      () => process.memoryUsage().external,
    ],
    process_uptime_seconds: ["Since the start of the program.", () => process.uptime()],
  });
  counters(registry, {
    process_cpu_seconds_total: [
      "CPU time of the program, user and system.",
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    ],
  });
}

/** Whether the database answers, and the casts of all members that are not over: one query for both. */
function measureQueue(registry: Registry, { db, log }: Pick<Services, "db" | "log">): void {
  let asked: Promise<Record<string, number> | null> | undefined;

  async function ask(): Promise<Record<string, number> | null> {
    try {
      return await castQueue(db);
    } catch (error) {
      log.warn({ err: error }, "the queue could not be measured");
      return null;
    } finally {
      asked = undefined;
    }
  }

  gaugeByLabel(
    registry,
    "echoform_casts",
    "Casts of all members that are not over.",
    "state",
    async () => (await (asked ??= ask())) ?? {},
  );
  registry.registerMetric(
    new Gauge({
      name: "echoform_database_up",
      help: "Whether the database answers.",
      registers: [],
      async collect() {
        const queue = await (asked ??= ask());
        this.set(queue === null ? 0 : 1);
      },
    }),
  );
}

/** Starts to measure this process. */
export function openMetrics(services: Services, faults: Pick<Faults, "countIn">): Metrics {
  const { env, pool, engines } = services;
  const registry = new Registry();
  const requests: RequestTimes = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests by route and class of status, without pictures, health and metrics.",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets,
    registers: [registry],
  });
  const loopDelay = watchLoopDelay();
  // A public site is behind a proxy, which may run on this machine and hide its clients.
  const isServedHere = loopbackHost.test(new URL(env.SERVER_URL).host);
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

  measureProcess(registry);
  let lag = loopDelay.read();
  gauges(registry, {
    nodejs_eventloop_lag_p50_seconds: ["Median lateness of the event loop.", () => lag.p50],
    nodejs_eventloop_lag_p99_seconds: ["99th percentile of it.", () => lag.p99],
    nodejs_eventloop_lag_max_seconds: ["The worst of it.", () => lag.max],
  });
  const pictures = new Counter({
    name: "echoform_picture_requests_total",
    help: "Requests that the image host took.",
    registers: [registry],
  });
  faults.countIn(registry);
  measureQueue(registry, services);
  gaugeByLabel(
    registry,
    "echoform_database_connections",
    "Connections of the pool.",
    "state",
    () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  );
  gaugeByLabel(
    registry,
    "echoform_engine_up",
    "Whether the engine can draw.",
    "engine",
    engineStates,
  );

  return {
    requests,
    watch(counts, keptBytes) {
      gauges(registry, {
        echoform_connections: ["Open connections of readers.", () => counts().open],
        echoform_kept_pages_bytes: ["Memory of the pages that are kept for guests.", keptBytes],
      });
      counters(registry, {
        echoform_connections_refused_total: [
          "Turned away: there were too many.",
          () => counts().refused,
        ],
        echoform_connections_stalled_total: [
          "Ended: the reader took too little.",
          () => counts().stalled,
        ],
      });
    },
    countPicture: () => pictures.inc(),
    async areFor(req) {
      const { METRICS_TOKEN: token } = env;
      if (token !== undefined) {
        if (hasToken(req, token)) return true;
      } else if (isServedHere && isFromHere(req, env.TRUST_PROXY)) return true;
      const { cookie } = req.headers;
      if (cookie === undefined) return false;
      return (await actorOf(services, new Headers({ cookie }))).role === "admin";
    },
    async read() {
      lag = loopDelay.read();
      return { text: await registry.metrics(), type: registry.contentType };
    },
    stop: () => loopDelay.stop(),
  };
}
