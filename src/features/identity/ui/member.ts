import type { SessionUser } from "../queries.ts";
import { useAuth } from "./auth.ts";

/** The signed-in member; null for a guest and while loading. */
export function useMember(): SessionUser | null {
  return useAuth().user;
}
