import { t } from "#app/language/message.ts";
import type { Balance } from "../queries.ts";
import { api } from "./api.ts";

/** The parts of the state that a response changes; without a balance the previous one is kept. */
export type BalanceResult = { balance?: Balance; requiresAuth?: boolean; error?: string };

/**
 * Sends GET /api/billing/balance once. A 401 means zero credits for a signed-out visitor; any other failure is an error
 * (docs/product.md 7.2).
 */
export async function readBalance(): Promise<BalanceResult> {
  const answer = await api.get("/api/billing/balance");
  if (answer.ok) {
    const { current, held } = answer.data;
    return { balance: { current, held } };
  }
  if (answer.status === 401) return { balance: { current: 0, held: 0 }, requiresAuth: true };
  if (answer.status === 0) return { error: answer.problem.title };
  return { error: t`Failed to load credits: ${answer.status}` };
}
