import { paths } from "#app/paths.ts";
import { minimumToCast, tooFewToCast } from "#app/rules/credit-costs.ts";
import { showToast } from "#app/ui/toast.ts";

/**
 * The destination of a member's press on GENERATE+: the studio, or Plan & Usage with a warning if there are too few
 * credits for any cast (docs/product.md 4.13 and 8.2). If the balance cannot be read, the studio is opened and reports
 * the problem. Null for a member who was signed out meanwhile: they sign in.
 */
export function generatePress(
  balance: { current: number; requiresAuth: boolean } | null,
): string | null {
  if (balance?.requiresAuth) return null;
  if (balance === null || balance.current >= minimumToCast) return paths.studio();
  void showToast("warning", tooFewToCast(balance.current));
  return paths.dashboardPage("billing", { need_credits: "true" });
}
