import { createContext, use, useState, type ReactNode } from "react";
import type { Balance } from "../queries.ts";

type BalanceState = { balance: Balance | null; setBalance: (balance: Balance) => void };

const BalanceContext = createContext<BalanceState>({ balance: null, setBalance: () => undefined });

/** Holds the balance of this tab: what the page was rendered with, then whatever the events say. */
export function BalanceProvider({
  rendered,
  children,
}: {
  rendered: Balance | null;
  children: ReactNode;
}) {
  const [base, setBase] = useState(rendered);
  const [balance, setBalance] = useState(rendered);
  // A later reading of the page replaces what was known, as another member may have signed in.
  if (base !== rendered) {
    setBase(rendered);
    setBalance(rendered);
  }
  return <BalanceContext value={{ balance, setBalance }}>{children}</BalanceContext>;
}

/** The member's credits, or null for a guest. */
export function useBalance(): BalanceState {
  return use(BalanceContext);
}
