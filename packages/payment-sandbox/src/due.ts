import type { StoredObject } from "./kinds.ts";

/** How long a bank transfer takes. */
export const transferSeconds = 3 * 86_400;

/** When something happens to an object by itself, in seconds of the sandbox's clock; null if never. */
export function dueOf(object: StoredObject): number | null {
  switch (object.object) {
    case "checkout.session":
      return object.status === "open" ? object.expires_at : null;
    case "payment_intent":
      return object.status === "processing" ? object.created + transferSeconds : null;
    case "subscription":
      return object.status === "active" || object.status === "past_due"
        ? object.items.data[0].current_period_end
        : null;
    case "invoice":
      return object.status === "open" ? object.next_payment_attempt : null;
    default:
      return null;
  }
}
