import { createHmac } from "node:crypto";
import type { Pool } from "pg";

/** What the sandbox needs of a log. */
export type Log = {
  debug: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** At most this many requests to the receiver at once. */
const atOnce = 4;
const answerWithinMs = 10_000;
/** A process that dies while it sends leaves its delivery to others after this long. */
const leaseSeconds = 15;
const longestPauseSeconds = 3_600;
const daysOfTrying = 3;
/** Looks this often for what other processes left behind. */
const idleMs = 15_000;
const shortestPauseMs = 20;

/** The value of the header Stripe-Signature. @param at seconds since 1970 */
export function signatureOf(payload: string, secret: string, at: number): string {
  const digest = createHmac("sha256", secret).update(`${at}.${payload}`, "utf8").digest("hex");
  return `t=${at},v1=${digest}`;
}

type Claimed = { id: string; event_id: string; attempts: number; data: object };

/** Takes deliveries that are due, in no particular order: Stripe promises none. */
async function claim(pool: Pool): Promise<Claimed[]> {
  const { rows } = await pool.query<Claimed>(
    `update payment_sandbox.deliveries as delivery
     set attempts = attempts + 1, next_at = now() + make_interval(secs => $2)
     from payment_sandbox.events as event
     where event.id = delivery.event_id and delivery.id in (
       select id from payment_sandbox.deliveries
       where state = 'pending' and next_at <= now()
       order by md5(id::text) limit $1 for update skip locked
     )
     returning delivery.id, delivery.event_id, delivery.attempts, event.data`,
    [atOnce, leaseSeconds],
  );
  return rows;
}

type Outcome = { status: number | null; error: string | null };

type Message = { target: string; payload: string; secret: string; closing: AbortSignal };

async function post({ target, payload, secret, closing }: Message): Promise<Outcome> {
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signatureOf(payload, secret, Math.floor(Date.now() / 1000)),
        "user-agent": "Stripe/1.0 (payment sandbox)",
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), closing]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: answer.ok ? null : `answered ${answer.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

async function settle(pool: Pool, { id, attempts }: Claimed, outcome: Outcome): Promise<void> {
  const pause = Math.min(2 ** (attempts - 1), longestPauseSeconds);
  await pool.query(
    `update payment_sandbox.deliveries set
       last_status = $2, last_error = $3,
       state = case when $3::text is null then 'delivered'
         when created_at < now() - make_interval(days => $5) then 'given-up' else 'pending' end,
       done_at = case when $3::text is null then now() end,
       next_at = now() + make_interval(secs => $4)
     where id = $1`,
    [id, outcome.status, outcome.error, pause, daysOfTrying],
  );
}

/** Milliseconds until a delivery is due; at most the pause between two looks. */
async function untilNext(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ wait: number | null }>(
    `select extract(epoch from min(next_at) - now())::float8 * 1000 as wait
     from payment_sandbox.deliveries where state = 'pending'`,
  );
  return Math.max(0, Math.min(rows[0].wait ?? idleMs, idleMs));
}

type DeliveryOptions = {
  pool: Pool;
  log: Log;
  secret: string;
  /** Where events go; null while nobody listens. */
  target: () => string | null;
  /** Runs with each look: lets time pass for what is due by the clock. */
  tick: () => Promise<void>;
};

/**
 * Sends events to the receiver until it answers 2xx, with growing pauses, for three days. The queue is in the database: what
 * was not delivered is sent after a restart, by whichever process comes first.
 */
export function startDelivery({ pool, log, secret, target, tick }: DeliveryOptions) {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;

  async function send(delivery: Claimed, to: string): Promise<void> {
    const payload = JSON.stringify(delivery.data);
    const outcome = await post({ target: to, payload, secret, closing: closing.signal });
    if (outcome.error === null) log.debug({ event: delivery.event_id }, "event delivered");
    else
      log.warn({ event: delivery.event_id, ...outcome }, "event not delivered, will be repeated");
    await settle(pool, delivery, outcome);
  }

  async function work(): Promise<number> {
    const to = target();
    if (to === null) return idleMs;
    while (!isClosed()) {
      const claimed = await claim(pool);
      if (claimed.length === 0) return untilNext(pool);
      await Promise.all(claimed.map((delivery) => send(delivery, to)));
    }
    return idleMs;
  }

  async function round(): Promise<void> {
    let pause = idleMs;
    try {
      await tick();
    } catch (error) {
      log.error({ err: error }, "the payment sandbox could not let time pass");
    }
    try {
      pause = await work();
    } catch (error) {
      log.error({ err: error }, "events of the payment sandbox could not be sent");
    }
    running = null;
    if (isClosed()) return;
    if (isWanted) wake();
    else timer = setTimeout(wake, Math.max(pause, shortestPauseMs)).unref();
  }

  /** Looks for what is due, now or as soon as the present round has ended. */
  function wake(): void {
    if (isClosed()) return;
    isWanted = running !== null;
    if (isWanted) return;
    if (timer !== null) clearTimeout(timer);
    running = round();
  }

  return {
    wake,
    async close(): Promise<void> {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
