import type { SessionUser } from "../queries.ts";
import { useAuth } from "./auth.ts";

/** The signed-in member, or null for a guest and while it is being found out. */
export function useMember(): SessionUser | null {
  return useAuth().user;
}
