import { useNavigate, useRevalidator, type NavigateFunction } from "react-router";
import { paths } from "../../../paths.ts";
import { send } from "../../../ui/send.ts";
import { showToast } from "../../../ui/toast.ts";
import { useAuthStore } from "./auth.ts";
import type { AuthStore } from "./auth-store.ts";

type Ways = { navigate: NavigateFunction; revalidate: () => Promise<void> };

/** What every open tab does once the session has ended: home as a guest, and says so. */
export async function endHere(store: AuthStore, { navigate, revalidate }: Ways): Promise<void> {
  // Home first, and on the screen: a page for members alone would send a guest to the sign-in page.
  await navigate(paths.home(), { flushSync: true });
  store.dispatch({ type: "no-session" });
  void showToast("success", "Signed out successfully");
  await revalidate();
}

/** Ends the session, here and in every open tab (Specification, section 4: Logout). */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const store = useAuthStore();
  return async () => {
    const answer = await send("POST", paths.api.signOut(), { json: {} });
    if (!answer.ok && answer.status !== 401) {
      void showToast("error", answer.problem.title, { description: answer.problem.detail });
      return;
    }
    const { tellTabs } = await import("./auth-channel.ts");
    tellTabs("signed-out");
    await endHere(store, { navigate, revalidate });
  };
}
