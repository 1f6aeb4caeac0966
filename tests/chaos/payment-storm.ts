/**
 * The sandbox's events, several copies of each, shuffled and sent by many at once to processes that are killed, while
 * members buy, cast, are refunded and dispute. In the end the ledger must be equal to the sandbox's books.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { brokenInvariants } from "#app/db/invariants.ts";
import { signUpCredits } from "#app/features/billing/commands.ts";
import { paymentDifferences } from "#app/features/payments/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { pause, until } from "../harness/patience.ts";
import { signed } from "../harness/payment-provider.ts";
import { members, numbers, randomActs } from "./payment-acts.ts";
import { comparison, type Comparison } from "./payment-books.ts";

export type Storm = {
  events: number;
  copies: number;
  atOnce: number;
  kills: number;
  members: number;
  seed: number;
  /** Told of each thousand that was sent. */
  progress?: (state: { events: number; sent: number; seconds: number }) => void;
};

export type StormReport = Comparison & {
  events: number;
  kinds: Record<string, number>;
  sent: number;
  /** Sends that a kill cut off, and that were repeated. */
  cutOff: number;
  kills: number;
  seconds: number;
  invariants: Record<string, unknown[]>;
  differences: unknown[];
  states: Record<string, number>;
};

const childFile = new URL("./payment-child.ts", import.meta.url).pathname;
const processes = 2;

type Child = { process: ChildProcess; url: string | null };

/** Processes that receive events and work on them; each is started again when it was killed. */
function startChildren(services: OpenServices, databaseUrl: string) {
  const { sandbox } = services.payments;
  const address = JSON.stringify({
    client: sandbox?.client,
    webhookSecret: sandbox?.webhookSecret,
  });
  const children: Child[] = [];
  let stopping = false;
  let next = 0;

  function start(slot: number): void {
    const spawned = spawn(process.execPath, [childFile, address], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_ENV: "test",
        DATABASE_URL: databaseUrl,
        DATA_DIR: services.env.DATA_DIR,
        AUTH_SECRET: "0123456789abcdef0123456789abcdef-storm",
        DEMO_SEED: "off",
        HELPERS: "off",
        RATE_LIMIT_FACTOR: "1000",
        LOG_LEVEL: "silent",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const child: Child = { process: spawned, url: null };
    children[slot] = child;
    createInterface({ input: spawned.stdout }).once("line", (port) => {
      child.url = `http://127.0.0.1:${port}`;
    });
    spawned.once("exit", () => {
      child.url = null;
      if (!stopping) start(slot);
    });
  }

  for (let slot = 0; slot < processes; slot += 1) start(slot);
  const urls = () => children.flatMap(({ url }) => (url === null ? [] : [url]));
  return {
    urls,
    ready: () => until("the processes to listen", urls, (found) => found.length === processes),
    /** Kills the next one that is at work. */
    kill(): boolean {
      const found = children.find((child, slot) => child.url !== null && slot >= next % processes);
      next += 1;
      if (found === undefined) return false;
      found.url = null;
      return found.process.kill("SIGKILL");
    },
    async stop(): Promise<void> {
      stopping = true;
      const ended = children.map(
        ({ process: each }) => new Promise((resolve) => each.once("exit", resolve)),
      );
      for (const child of children) child.process.kill("SIGKILL");
      await Promise.all(ended);
    },
  };
}

type Sandboxed = { id: string; type: string; body: string };

/** Runs the whole storm over services with a sandbox of their own. */
export async function paymentStorm(
  services: OpenServices,
  databaseUrl: string,
  storm: Storm,
): Promise<StormReport> {
  const { pool, db, payments } = services;
  const secret = payments.sandbox?.webhookSecret ?? "";
  const began = performance.now();
  const next = numbers(storm.seed);
  const ids = await members(services, storm.members);
  const acts = randomActs(services, ids, next);
  const children = startChildren(services, databaseUrl);
  const waiting: Sandboxed[] = [];
  const kinds: Record<string, number> = {};
  let [seen, events, sent, cutOff, killed] = [0, 0, 0, 0, 0];
  const made = { all: false };

  /** Puts copies of all new events among those that wait. */
  async function collect(): Promise<void> {
    const { rows } = await pool.query<{ seq: number; id: string; type: string; data: object }>(
      "select seq, id, type, data from payment_sandbox.events where seq > $1 order by seq",
      [seen],
    );
    for (const { seq, id, type, data } of rows) {
      seen = seq;
      events += 1;
      kinds[type] = (kinds[type] ?? 0) + 1;
      const body = JSON.stringify(data);
      for (let copy = 0; copy < storm.copies; copy += 1) waiting.push({ id, type, body });
    }
  }

  async function make(): Promise<void> {
    while (events < storm.events || !acts.hasAll()) {
      await acts.step();
      await collect();
    }
    await acts.end();
    await collect();
    made.all = true;
  }

  /** Kills are spread over the first nine tenths of all that is sent. */
  function killWhenDue(): void {
    const all = storm.events * storm.copies;
    if (killed < storm.kills && sent >= ((killed + 1) * all * 0.9) / storm.kills) {
      if (children.kill()) killed += 1;
    }
  }

  async function send(event: Sandboxed): Promise<boolean> {
    const url = children.urls().at(Math.floor(next() * processes)) ?? children.urls().at(0);
    if (url === undefined) return false;
    try {
      const answer = await fetch(`${url}/api/webhooks/stripe`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "stripe-signature": signed(event.body, secret),
        },
        body: event.body,
      });
      await answer.arrayBuffer();
      if (answer.status === 200) return true;
      // Too busy: the provider sends it again.
      if (answer.status === 503) return false;
      throw new Error(`${event.type} was answered ${answer.status}`);
    } catch (error) {
      // The process was killed under it; the provider sends it again.
      if (error instanceof TypeError) return false;
      throw error;
    }
  }

  /** Takes any of those that wait, while so many wait that they are well shuffled. */
  async function lane(): Promise<void> {
    while (!made.all || waiting.length > 0) {
      if (waiting.length === 0 || (!made.all && waiting.length < storm.events / 2)) {
        await pause();
        continue;
      }
      const at = Math.floor(next() * waiting.length);
      const event = waiting[at];
      const last = waiting.pop();
      if (last !== undefined && last !== event) waiting[at] = last;
      if (await send(event)) {
        sent += 1;
        killWhenDue();
        const seconds = Math.round((performance.now() - began) / 1000);
        if (sent % 1000 === 0) storm.progress?.({ events, sent, seconds });
      } else {
        cutOff += 1;
        waiting.push(event);
        await pause();
      }
    }
  }

  const statesOf = async () => {
    const { rows } = await pool.query<{ state: string; events: number }>(
      "select state, count(*)::integer as events from payment_events group by state",
    );
    return Object.fromEntries(rows.map(({ state, events: count }) => [state, count]));
  };

  try {
    await children.ready();
    await Promise.all([make(), ...Array.from({ length: storm.atOnce }, lane)]);
    await until("all events to be worked on", statesOf, (states) => {
      // What a killed process had claimed is due again after its lease; here at once.
      void pool.query("update payment_events set next_attempt_at = now() where state = 'received'");
      return (states.received ?? 0) === 0;
    });
    return {
      ...(await comparison(services, ids, (id) => signUpCredits - (acts.spent.get(id) ?? 0))),
      events,
      kinds,
      sent,
      cutOff,
      kills: killed,
      seconds: (performance.now() - began) / 1000,
      invariants: await brokenInvariants(pool),
      differences: await paymentDifferences(db),
      states: await statesOf(),
    };
  } finally {
    await children.stop();
  }
}
