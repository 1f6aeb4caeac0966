import { useAuthStore } from "./auth.ts";
import { tellTabs } from "./auth-channel.ts";
import type { AuthUser } from "./auth-user.ts";
import { takeSession } from "./session.ts";

/** Shows the member of a new session, in this tab and the others. */
export function useTakeMember(): (user: AuthUser) => Promise<void> {
  const store = useAuthStore();
  return async (user) => {
    await takeSession(store, user);
    tellTabs("changed");
  };
}
