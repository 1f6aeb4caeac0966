import { EventRefused, stampTolerance, type EventSubject, type PaymentEvent } from "./port.ts";

/** The one stamp of the header; it is in the signed text, so that nobody can change it. */
function stampOf(signature: string): number {
  const stamps = signature.split(",").filter((part) => part.trim().startsWith("t="));
  const digits = /^t=(\d{1,15})$/.exec(stamps[0]?.trim() ?? "")?.[1];
  if (stamps.length !== 1 || digits === undefined) {
    throw new EventRefused("The signature has no time");
  }
  return Number(digits);
}

type Received = { body: Uint8Array; signature: string | null; secret: string; now: Date };

/**
 * An event of Stripe once its signature is checked by the official helper and its time by ourselves: the helper accepts
 * stamps of the future.
 * @throws EventRefused
 */
export async function verifiedEvent(received: Received): Promise<PaymentEvent> {
  const { body, signature, secret, now } = received;
  if (signature === null) throw new EventRefused("There is no signature");
  const stamp = stampOf(signature);
  if (Math.abs(now.getTime() / 1000 - stamp) > stampTolerance) {
    throw new EventRefused(`It was signed more than ${stampTolerance} s before or after now`);
  }
  const { Stripe } = await import("stripe");
  let event: unknown;
  try {
    // Checked above in both directions; here the same time, so that both agree on the age.
    event = Stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature,
      secret,
      stampTolerance,
      undefined,
      now.getTime(),
    );
  } catch (error) {
    const isForged = error instanceof Error && error.name === "StripeSignatureVerificationError";
    throw new EventRefused(isForged ? "The signature does not fit" : "The body is no event");
  }
  return readEvent(event);
}

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Which field of an event's object names what is read anew, by the kind of the object; "id" is the object itself. */
const subjects: Readonly<Record<string, readonly [EventSubject["kind"], string]>> = {
  "checkout.session": ["session", "id"],
  payment_intent: ["intent", "id"],
  charge: ["intent", "payment_intent"],
  refund: ["intent", "payment_intent"],
  dispute: ["intent", "payment_intent"],
  invoice: ["invoice", "id"],
  subscription: ["subscription", "id"],
};

/** Kinds that say that something may have changed, by their beginning. */
const known = [
  "checkout.session.",
  "payment_intent.",
  "charge.",
  "refund.",
  "invoice.",
  "customer.subscription.",
];

/** These come before there is anything to read. */
const tooEarly = new Set(["invoice.upcoming", "invoice.created", "payment_intent.created"]);

function subjectOf(kind: string, object: unknown): EventSubject | null {
  if (tooEarly.has(kind) || !known.some((start) => kind.startsWith(start))) return null;
  const found = subjects[text(field(object, "object")) ?? ""];
  const id = found && text(field(object, found[1]));
  return id ? { kind: found[0], id } : null;
}

/** @throws EventRefused */
export function readEvent(event: unknown): PaymentEvent {
  const id = text(field(event, "id"));
  const kind = text(field(event, "type"));
  if (id === null || id.length > 255 || kind === null || kind.length > 255) {
    throw new EventRefused("The body is no event");
  }
  const object = field(field(event, "data"), "object");
  return {
    id,
    kind,
    livemode: field(event, "livemode") === true,
    account: text(field(event, "account")),
    objectId: text(field(object, "id")),
    subject: subjectOf(kind, object),
    payload: event as object,
  };
}
