import { settleTransfer } from "./acts/late.ts";
import { cardResult, payInvoice } from "./acts/invoices.ts";
import { renew } from "./acts/subscriptions.ts";
import { emit } from "./events.ts";
import { idOf, type StoredObject } from "./kinds.ts";
import { put, setSetting, setting, type Store, type Tx } from "./store.ts";

type Due = { data: StoredObject; due_at: string };

const dueBy = `select data, due_at from payment_sandbox.objects where due_at <= $1 order by due_at, seq limit 1`;

async function happen(tx: Tx, object: StoredObject): Promise<void> {
  switch (object.object) {
    case "checkout.session":
      await emit(
        tx,
        "checkout.session.expired",
        await put(tx, { ...object, status: "expired", url: null }),
      );
      return;
    case "payment_intent":
      await settleTransfer(tx, object.id, true);
      return;
    case "subscription":
      await renew(tx, object);
      return;
    case "invoice":
      await payInvoice(tx, object, await cardResult(tx, idOf(object.customer) ?? ""));
      return;
    default:
      throw new Error(`nothing happens to a ${object.object} by itself`);
  }
}

/** Lets one thing happen whose time has come, at that time. */
async function settleOne(tx: Tx): Promise<boolean> {
  const { rows } = await tx.client.query<Due>(dueBy, [tx.now]);
  if (rows.length === 0) return false;
  await happen({ ...tx, now: Number(rows[0].due_at) }, rows[0].data);
  return true;
}

/** Lets everything happen whose time has come, in the order of time, each in a transaction of its own. */
export async function settleDue(store: Store): Promise<void> {
  const isDue = () =>
    store.read(async (tx) => (await tx.client.query(dueBy, [tx.now])).rows.length > 0);
  // Looked up without a lock first: nearly always nothing is due.
  if (!(await isDue())) return;
  while (await store.change(settleOne));
}

/**
 * Moves the clock ahead; it never goes back, as Stripe's.
 * @param seconds a positive whole number
 */
export async function moveClock(store: Store, seconds: number): Promise<void> {
  if (!Number.isSafeInteger(seconds) || seconds <= 0 || seconds > 10 * 366 * 86_400) {
    throw new RangeError("The clock moves ahead only, by ten years at most");
  }
  await store.change(async (tx) => {
    const offset = Number((await setting(tx, "clock-offset")) ?? 0);
    await setSetting(tx, "clock-offset", String(offset + seconds));
  });
  await settleDue(store);
}
