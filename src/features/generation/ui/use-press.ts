import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { minimumToCast, tooFewToCast } from "#app/rules/credit-costs.ts";
import { showToast } from "#app/ui/toast.ts";
import { useBalance } from "#app/features/billing/ui/balance.tsx";
import { useSignIn } from "#app/features/identity/ui/sign-in.ts";
import type { CastRequest } from "../inputs.ts";
import type { CastRefusal } from "./use-cast.ts";

/**
 * The steps around a press on Cast: the balance is read again; a member with less than the minimum price is told so and
 * led to Plan & Usage; a member who was signed out meanwhile signs in and keeps the draft. See docs/product.md 4.13 and
 * 8.2.
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
    // Once per refusal: the URL changes with the dialog.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal]);

  return async (body) => {
    const balance = await refresh();
    // When signed out, the balance also reads as zero (docs/product.md 7.2); then sign-in comes first.
    if (balance?.requiresAuth) return signIn();
    if (balance !== null && balance.current < minimumToCast) {
      void showToast("warning", tooFewToCast(balance.current));
      // From there it leads back to the same source; the words are in the draft.
      const state = { studio: pathname + search };
      await navigate(paths.dashboardPage("billing", { need_credits: "true" }), { state });
      return;
    }
    await cast(body);
  };
}
