import { t } from "#app/language/message.ts";
import { minimumToCast } from "./credit-costs.ts";

/** Below this (or the minimum to cast, if that is more) a balance counts as low. See docs/product.md 9.1. */
const lowBelow = 15;

export type CreditTone = { tone: "neutral" | "low" | "none"; message: string };

/**
 * Colour and message of a known balance. See docs/product.md 4.7 and 8.2.
 * @param minimum credits of the cheapest cast
 */
export function creditTone(balance: number, minimum = minimumToCast): CreditTone {
  if (balance <= 0) return { tone: "none", message: t`You have no credits left` };
  if (balance < minimum) return { tone: "low", message: t`Not enough credits to cast` };
  if (balance < Math.max(lowBelow, minimum)) return { tone: "low", message: t`Low credit balance` };
  return { tone: "neutral", message: t`Credits available` };
}

export type CreditsState = {
  current: number;
  /** The balance is being loaded. */
  loading: boolean;
  /** Nobody is signed in. */
  requiresAuth: boolean;
};

/** Colour and message of the credits menu in every state. See docs/product.md 4.7 and 8.2. */
export function creditDisplay({ current, loading, requiresAuth }: CreditsState): CreditTone {
  if (loading) return { tone: "neutral", message: t`Checking credits` };
  if (requiresAuth) return { tone: "neutral", message: t`Sign in to view credits` };
  return creditTone(current);
}
