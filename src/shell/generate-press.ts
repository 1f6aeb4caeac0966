import { paths } from "#app/paths.ts";
import { minimumToCast } from "#app/rules/credit-costs.ts";
import { showToast } from "#app/ui/toast.ts";

/**
 * Where a member's press on GENERATE+ leads: the studio, or Plan & Usage with a warning when there are too few credits
 * for any cast (docs/product.md 4.13 and 8.2). A balance that could not be read blocks nobody: the studio tells.
 * Null for who was signed out meanwhile: they sign in.
 */
export function generatePress(
  balance: { current: number; requiresAuth: boolean } | null,
): string | null {
  if (balance?.requiresAuth) return null;
  if (balance === null || balance.current >= minimumToCast) return paths.studio();
  const has = `You currently have ${balance.current}.`;
  void showToast("warning", `You need at least ${minimumToCast} credits to cast. ${has}`);
  return paths.dashboardPage("billing", { need_credits: "true" });
}
