import { createContext, use, useState, type ReactNode } from "react";
import type { Balance } from "../queries.ts";

export type Refreshed = Balance & { requiresAuth: boolean };

type BalanceState = {
  balance: Balance | null;
  /** The balance is being loaded. */
  loading: boolean;
  /** The last answer was that nobody is signed in: the balance is then zero. */
  requiresAuth: boolean;
  /** "Failed to load credits: {status}", or null. See docs/product.md 8.2. */
  error: string | null;
  setBalance: (balance: Balance) => void;
  /**
   * Asks the server anew; the result is null when it could not tell, and says whether nobody is signed in, which
   * reads as zero credits. See docs/product.md 7.2.
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

/** Holds the balance of this tab: what the page was rendered with, then whatever the events say. */
export function BalanceProvider({
  rendered,
  children,
}: {
  rendered: Balance | null;
  children: ReactNode;
}) {
  const [base, setBase] = useState(rendered);
  const [known, setKnown] = useState<Known>({ ...nobody, balance: rendered });
  // A later reading of the page replaces what was known, as another member may have signed in.
  if (base !== rendered) {
    setBase(rendered);
    setKnown({ ...nobody, balance: rendered });
  }
  async function refresh() {
    setKnown((before) => ({ ...before, loading: true }));
    // Read when it is needed: guests have no credits.
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
