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
   */
  refresh: () => Promise<Refreshed | null>;
};

type Known = Pick<BalanceState, "balance" | "loading" | "requiresAuth" | "error">;

const settled = { loading: false, requiresAuth: false, error: null };
const nobody: Known = { balance: null, ...settled };

const BalanceContext = createContext<BalanceState>({
  ...nobody,
  setBalance: () => undefined,
  refresh: async () => null,
});

/** Holds the balance of this tab: the value the page was rendered with, then the updates from events. */
export function BalanceProvider({
  rendered,
  children,
}: {
  rendered: Balance | null;
  children: ReactNode;
}) {
  const [base, setBase] = useState(rendered);
  const [known, setKnown] = useState<Known>({ ...nobody, balance: rendered });
  // New page data replaces the known balance, because another member may have signed in.
  if (base !== rendered) {
    setBase(rendered);
    setKnown({ ...nobody, balance: rendered });
  }
  async function refresh() {
    setKnown((before) => ({ ...before, loading: true }));
    // Read lazily: guests have no credits.
    const { readBalance } = await import("./read-balance.ts");
    const answer = await readBalance();
    setKnown((before) => ({ ...before, ...settled, ...answer }));
    return answer.balance
      ? { ...answer.balance, requiresAuth: answer.requiresAuth ?? false }
      : null;
  }
  const setBalance = (balance: Balance) => setKnown({ ...settled, balance });
  return <BalanceContext value={{ ...known, setBalance, refresh }}>{children}</BalanceContext>;
}

/** The member's credits, or a null balance for a guest. */
export function useBalance(): BalanceState {
  return use(BalanceContext);
}
