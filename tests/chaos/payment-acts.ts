import { v7 as uuidv7 } from "uuid";
import { openAccount, settleHold, voidHold } from "#app/features/billing/commands.ts";
import { openCheckout } from "#app/features/payments/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { OfferId } from "#app/rules/price-list.ts";
import { placeHold } from "../harness/hold.ts";

const packs: readonly OfferId[] = ["pack-50", "pack-200", "pack-500"];
const plans: readonly OfferId[] = ["plan-pro", "plan-studio"];

/** A stream of numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function members(services: OpenServices, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  for (const id of ids) {
    const name = `p${id.replaceAll("-", "").slice(-20)}`;
    const columns = { id, email: `${name}@example.org`, name, username: name };
    await services.db.insertInto("users").values(columns).execute();
    await openAccount(services.db, id);
  }
  return ids;
}

/** What members, their banks and the operator do, chosen at random; all of it through the sandbox. */
export function randomActs(services: OpenServices, ids: readonly string[], next: () => number) {
  const { db, pool } = services;
  const sandbox = services.payments.sandbox;
  if (sandbox === null) throw new Error("the storm needs the sandbox");
  const { act, control } = sandbox;
  const paid: string[] = [];
  const disputed = new Set<string>();
  let refunds = 0;
  const late: string[] = [];
  const subscriptions: string[] = [];
  const withPlan = new Set<string>();
  const spent = new Map(ids.map((id) => [id, 0]));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)];

  async function session(userId: string, offer: OfferId): Promise<string> {
    const { url } = await openCheckout(services, { role: "member", userId }, { offer });
    return new URL(url).pathname.split("/").at(-1) ?? "";
  }

  const fieldOf = async (id: string, field: string) => {
    const { rows } = await pool.query<{ value: string | null }>(
      "select data->>$2 as value from payment_sandbox.objects where id = $1",
      [id, field],
    );
    return rows[0]?.value ?? null;
  };

  async function buyPack(): Promise<void> {
    const id = await session(pick(ids), pick(packs));
    const way = next();
    if (way < 0.1) await act(id, "decline");
    await act(id, way > 0.9 ? "pay-late" : "pay");
    const intent = await fieldOf(id, "payment_intent");
    if (intent !== null) (way > 0.9 ? late : paid).push(intent);
  }

  async function buyPlan(): Promise<void> {
    const userId = ids.find((id) => !withPlan.has(id));
    if (userId === undefined) return;
    withPlan.add(userId);
    const id = await session(userId, pick(plans));
    await act(id, "pay");
    const subscription = await fieldOf(id, "subscription");
    if (subscription !== null) subscriptions.push(subscription);
  }

  async function refund(): Promise<void> {
    if (paid.length === 0) return;
    const part = next() < 0.5 ? 1 + Math.floor(next() * 290) : undefined;
    await control.refund(pick(paid), part);
    refunds += 1;
  }

  async function dispute(): Promise<void> {
    if (paid.length === 0) return;
    const intent = pick(paid);
    if (disputed.has(intent)) return;
    disputed.add(intent);
    await control.openDispute(intent);
  }

  async function closeOne(): Promise<void> {
    const [first] = disputed;
    if (first === undefined) return;
    await control.closeDispute(first, next() < 0.5 ? "won" : "lost");
  }

  /** A cast that is drawn, or not. */
  async function cast(): Promise<void> {
    const userId = pick(ids);
    const amount = 1 + Math.floor(next() * 40);
    const wanted = { userId, amount, reason: "Cast", idempotencyKey: uuidv7() };
    const expiresAt = new Date(Date.now() + 3_600_000);
    const hold = await db.transaction().execute((tx) => placeHold(tx, { ...wanted, expiresAt }));
    if (!hold.ok) return;
    const kept = next() < 0.7 ? amount : 0;
    await db
      .transaction()
      .execute((tx) => (kept > 0 ? settleHold(tx, hold.holdId, kept) : voidHold(tx, hold.holdId)));
    spent.set(userId, (spent.get(userId) ?? 0) + kept);
  }

  async function settle(): Promise<void> {
    const intent = late.shift();
    if (intent === undefined) return;
    const outcome = next() < 0.8 ? "paid" : "failed";
    await control.settleLate(intent, outcome);
    if (outcome === "paid") paid.push(intent);
  }

  async function renew(): Promise<void> {
    if (subscriptions.length === 0) return;
    const id = pick(subscriptions);
    if (next() < 0.85) await control.renew(id);
    else await control.failRenewal(id);
  }

  const choices: readonly (readonly [share: number, act: () => Promise<void>])[] = [
    [0.42, buyPack],
    [0.04, buyPlan],
    [0.08, renew],
    [0.14, refund],
    [0.08, dispute],
    [0.06, closeOne],
    [0.06, settle],
    [0.12, cast],
  ];

  return {
    /** Whether each kind of act that takes credits back has happened: numbers that are drawn by many may leave one out. */
    hasAll: () => refunds > 0 && disputed.size > 0,
    spent,
    /** Does one thing. */
    async step(): Promise<void> {
      let draw = next();
      const chosen = choices.find(([share]) => (draw -= share) < 0) ?? choices[0];
      await chosen[1]();
    },
    /** Closes most of what is open, as time does. */
    async end(): Promise<void> {
      while (late.length > 0) await settle();
      for (const intent of disputed) {
        if (next() < 0.9) await control.closeDispute(intent, next() < 0.5 ? "won" : "lost");
      }
    },
  };
}
