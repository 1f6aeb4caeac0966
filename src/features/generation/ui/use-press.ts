import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { minimumToCast } from "#app/rules/credit-costs.ts";
import { showToast } from "#app/ui/toast.ts";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { CastRequest } from "../inputs.ts";
import type { CastRefusal } from "./use-cast.ts";

/**
 * What a press on Cast does before and after the server is asked: the balance is read again; who has not even the
 * minimum is told and led to Plan & Usage; who was signed out meanwhile signs in and finds the draft as it was.
 * See docs/product.md 4.13 and 8.2.
 */
export function usePress(
  cast: (body: CastRequest) => Promise<void>,
  refusal: CastRefusal | null,
): (body: CastRequest) => Promise<void> {
  const { refresh } = useBalance();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const signIn = () => openSignIn({ next: pathname + search, address: true });
  useEffect(() => {
    if (refusal?.status === 401) signIn();
    // Once for each refusal: the address changes with the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal]);

  return async (body) => {
    const balance = await refresh();
    // Signed out, the balance reads as zero too (docs/product.md 7.2); then sign-in comes first.
    if (balance?.requiresAuth) return signIn();
    if (balance !== null && balance.current < minimumToCast) {
      const has = `You currently have ${balance.current}.`;
      void showToast("warning", `You need at least ${minimumToCast} credits to cast. ${has}`);
      await navigate(paths.dashboardPage("billing", { need_credits: "true" }));
      return;
    }
    await cast(body);
  };
}
