import type { Balance } from "../queries.ts";
import { api } from "./api.ts";

/** What an answer changes; without a balance the one known before stays. */
export type BalanceResult = { balance?: Balance; requiresAuth?: boolean; error?: string };

/**
 * GET /api/billing/balance, once: a 401 is zero credits of somebody signed out, any other refusal an error
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
  return { error: `Failed to load credits: ${answer.status}` };
}
