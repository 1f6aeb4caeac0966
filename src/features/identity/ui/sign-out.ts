import { createContext, use } from "react";
import { paths } from "#app/paths.ts";
import { send } from "#app/ui/send.ts";
import { showToast } from "#app/ui/toast.ts";

/** Goes home and is a guest there; see AuthProvider. */
export const LeaveContext = createContext<() => void>(() => undefined);

/** Ends the session, here and in every open tab (docs/product.md 4.1). */
export function useSignOut(): () => Promise<void> {
  const leave = use(LeaveContext);
  return async () => {
    const answer = await send("POST", paths.api.signOut(), { json: {} });
    if (!answer.ok && answer.status !== 401) {
      void showToast("error", answer.problem.title, { description: answer.problem.detail });
      return;
    }
    const { tellTabs } = await import("./auth-channel.ts");
    tellTabs("signed-out");
    leave();
  };
}
