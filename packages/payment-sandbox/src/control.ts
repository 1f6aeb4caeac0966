import { settleTransfer } from "./acts/late.ts";
import { closeDispute, openDispute, paidCharge, refund } from "./acts/refunds.ts";
import { renew } from "./acts/subscriptions.ts";
import { moveClock } from "./clock.ts";
import { ApiError, invalidRequest, noSuch } from "./errors.ts";
import { orderFault, queueDelivery } from "./events.ts";
import { allWith, get, type Store, type Tx } from "./store.ts";
import { controlView, type ControlView } from "./views/control.ts";

/** What was done, or why not. */
export type ControlAnswer = { done: true } | { refused: string };

/** What the bank, the network and time do; in the sandbox somebody presses a button for it. */
export type Control = {
  view: () => Promise<ControlView>;
  /** Begins the next period of a subscription now; its card pays, or is refused. */
  renew: (subscription: string) => Promise<ControlAnswer>;
  failRenewal: (subscription: string) => Promise<ControlAnswer>;
  /** Sends back the amount in minor units, or all that is left. */
  refund: (paymentIntent: string, amount?: number) => Promise<ControlAnswer>;
  openDispute: (paymentIntent: string) => Promise<ControlAnswer>;
  closeDispute: (paymentIntent: string, outcome: "won" | "lost") => Promise<ControlAnswer>;
  /** A transfer arrives, or fails. */
  settleLate: (paymentIntent: string, outcome: "paid" | "failed") => Promise<ControlAnswer>;
  loseNextEvent: () => Promise<ControlAnswer>;
  doubleNextEvent: () => Promise<ControlAnswer>;
  resend: (event: string) => Promise<ControlAnswer>;
  moveClock: (seconds: number) => Promise<ControlAnswer>;
};

async function renewNow(tx: Tx, id: string, fails: boolean): Promise<void> {
  const subscription = await get(tx, "subscription", id);
  if (subscription.status === "canceled") throw invalidRequest("This subscription has ended.");
  await renew(tx, subscription, fails);
}

async function closeDisputeOf(tx: Tx, intent: string, outcome: "won" | "lost"): Promise<void> {
  const [dispute] = await allWith(tx, "dispute", "payment_intent", intent);
  if (dispute === undefined) throw invalidRequest("This payment is not disputed.");
  await closeDispute(tx, dispute, outcome);
}

async function resendEvent(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.client.query("select from payment_sandbox.events where id = $1", [
    id,
  ]);
  if (rowCount === 0) throw noSuch("event", id, "id");
  await queueDelivery(tx, id);
}

/** The controls over a sandbox's state. */
export function controlOf(store: Store): Control {
  async function answer(work: () => Promise<unknown>): Promise<ControlAnswer> {
    try {
      await work();
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError || error instanceof RangeError) {
        return { refused: error.message };
      }
      throw error;
    }
  }
  const change = (work: (tx: Tx) => Promise<unknown>) => answer(() => store.change(work));
  return {
    view: () => store.read(controlView),
    renew: (id) => change((tx) => renewNow(tx, id, false)),
    failRenewal: (id) => change((tx) => renewNow(tx, id, true)),
    refund: (intent, amount) =>
      change(async (tx) => refund(tx, await paidCharge(tx, intent, "id"), { amount })),
    openDispute: (intent) =>
      change(async (tx) => openDispute(tx, await paidCharge(tx, intent, "id"))),
    closeDispute: (intent, outcome) => change((tx) => closeDisputeOf(tx, intent, outcome)),
    settleLate: (intent, outcome) => change((tx) => settleTransfer(tx, intent, outcome === "paid")),
    loseNextEvent: () => change((tx) => orderFault(tx, "lose")),
    doubleNextEvent: () => change((tx) => orderFault(tx, "double")),
    resend: (id) => change((tx) => resendEvent(tx, id)),
    moveClock: (seconds) => answer(() => moveClock(store, seconds)),
  };
}
