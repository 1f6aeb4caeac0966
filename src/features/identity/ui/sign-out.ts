import { createContext, use } from "react";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";

/** Goes home and is a guest there; see AuthProvider. */
export const LeaveContext = createContext<() => void>(() => undefined);

/** Ends the session, here and in every open tab (docs/product.md 4.1). */
export function useSignOut(): () => Promise<void> {
  const leave = use(LeaveContext);
  return async () => {
    const answer = await api.post("/api/auth/sign-out");
    if (!answer.ok && answer.status !== 401) {
      void showToast("error", answer.problem.title, { description: answer.problem.detail });
      return;
    }
    const { tellTabs } = await import("./auth-channel.ts");
    tellTabs("signed-out");
    leave();
  };
}
