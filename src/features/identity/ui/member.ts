import { createContext, use } from "react";
import type { SessionUser } from "../queries.ts";

export const MemberContext = createContext<SessionUser | null>(null);

/** The signed-in member, or null for a guest. */
export function useMember(): SessionUser | null {
  return use(MemberContext);
}
