import { use } from "react";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";
import { LeaveContext } from "./leave-context.ts";

/** Ends the session, here and in every open tab (docs/product.md 4.1). */
export function useSignOut(): () => Promise<void> {
  const leave = use(LeaveContext);
  const { run } = useMutation(() => api.post("/api/auth/sign-out"), {
    // Without a session the visitor is signed out already.
    countsAsDone: 401,
    async onDone() {
      const { tellTabs } = await import("./auth-channel.ts");
      tellTabs("signed-out");
      leave();
    },
  });
  return async () => void (await run());
}
