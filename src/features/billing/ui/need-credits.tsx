import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { minimumToCast, tooFewToCast } from "#app/rules/credit-costs.ts";
import { creditTone } from "#app/rules/credit-tone.ts";
import "./notice.css";

/**
 * Shown after a press that the member could not pay for. See docs/product.md 4.13 and 8.2.
 * @param action what leads to more credits
 */
export function NeedCredits({ current, action }: { current: number; action?: ReactNode }) {
  const title =
    current < minimumToCast ? creditTone(current).message : t`Not enough credits for this cast`;
  return (
    <div className="notice" role="alert">
      <WarningCircleIcon size={22} />
      <div className="notice-words">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{tooFewToCast(current)}</p>
      </div>
      {action}
    </div>
  );
}
