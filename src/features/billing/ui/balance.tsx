import { createContext, use, useState, type ReactNode } from "react";
import type { Balance } from "../queries.ts";

export type Refreshed = Balance & { requiresAuth: boolean };

type BalanceState = {
  balance: Balance | null;
  /** The balance is being loaded. */
  loading: boolean;
  /** The last response was 401: the balance is then zero. */
  requiresAuth: boolean;
  /** "Failed to load credits: {status}", or null. See docs/product.md 8.2. */
  error: string | null;
  setBalance: (balance: Balance) => void;
  /**
   * Reads the balance again. The result is null when it could not be read; it says whether the visitor is signed out,
   * which reads as zero credits. See docs/product.md 7.2.
   * @param quiet true to not say that it is loading
   */
  refresh: (quiet?: boolean) => Promise<Refreshed | null>;
};

type Known = Pick<BalanceState, "balance" | "loading" | "requiresAuth" | "error"> & {
  /** When the balance was asked for or told, in milliseconds of performance.now(). */
  at: number;
  /** The page's data that was looked at last. */
  page: Balance | null;
  memberId: string | null;
};

const settled = { loading: false, requiresAuth: false, error: null };
const nobody = { balance: null, ...settled };

const BalanceContext = createContext<BalanceState>({
  ...nobody,
  setBalance: () => undefined,
  refresh: async () => null,
});

type BalanceProviderProps = {
  /** Whose balance it is; null for a guest. */
  memberId: string | null;
  /** The balance in the page's data, and when that data was asked for. */
  rendered: Balance | null;
  renderedAt: number;
  children: ReactNode;
};

/**
 * Holds the balance of this tab: the value the page was rendered with, then what events and reads say. Answers can
 * overtake one another: one that was asked for before the known balance came does not replace it.
 */
export function BalanceProvider({
  memberId,
  rendered,
  renderedAt,
  children,
}: BalanceProviderProps) {
  const page = { ...settled, balance: rendered, page: rendered, at: renderedAt, memberId };
  const [known, setKnown] = useState<Known>(page);
  if (known.page !== rendered) {
    const isOlder = known.memberId === memberId && renderedAt < known.at;
    setKnown(isOlder ? { ...known, page: rendered } : page);
  }
  async function refresh(quiet?: boolean) {
    if (!quiet) setKnown((before) => ({ ...before, loading: true }));
    const at = performance.now();
    // Read lazily: guests have no credits.
    const { readBalance } = await import("./read-balance.ts");
    const answer = await readBalance();
    setKnown((before) => ({
      ...before,
      ...settled,
      ...(at < before.at ? null : { at, ...answer }),
    }));
    return answer.balance
      ? { ...answer.balance, requiresAuth: answer.requiresAuth ?? false }
      : null;
  }
  const setBalance = (balance: Balance) =>
    setKnown((before) => ({ ...before, ...settled, balance, at: performance.now() }));
  return <BalanceContext value={{ ...known, setBalance, refresh }}>{children}</BalanceContext>;
}

/** The member's credits, or a null balance for a guest. */
export function useBalance(): BalanceState {
  return use(BalanceContext);
}
