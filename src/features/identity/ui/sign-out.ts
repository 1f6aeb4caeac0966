import { useNavigate, useRevalidator } from "react-router";
import { paths } from "../../../paths.ts";
import { send } from "../../../ui/send.ts";
import { showToast } from "../../../ui/toast.ts";

/** Ends the session and goes home (Specification, section 4: Logout). */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return async () => {
    const answer = await send("POST", paths.api.signOut(), { json: {} });
    if (!answer.ok && answer.status !== 401) {
      void showToast("error", answer.problem.title, { description: answer.problem.detail });
      return;
    }
    await navigate(paths.home());
    await revalidate();
    void showToast("success", "Signed out successfully");
  };
}
