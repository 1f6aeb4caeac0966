import { lazy, Suspense, useState } from "react";
import { t } from "#app/language/message.ts";
import type { PaidPlan } from "#app/rules/plan-change.ts";
import { offerOf } from "#app/rules/price-list.ts";
import { Button } from "#app/ui/button.tsx";
import type { MemberPayments } from "../queries.ts";

const PlanDialog = lazy(async () => ({
  default: (await import("./plan-dialog.tsx")).PlanDialog,
}));

/** The subscription as a plan of the price list; null for Free, and for a plan that is not on sale any more. */
function paidPlan(subscription: MemberPayments["subscription"]): PaidPlan | null {
  const offer = subscription && offerOf(subscription.offer);
  return offer
    ? { offer, renewsAt: subscription.renewsAt, cancelsAt: subscription.cancelsAt }
    : null;
}

type ChangePlanProps = {
  subscription: MemberPayments["subscription"];
  currency: string;
  /** Where to go after a checkout. */
  next: string;
};

/** The button that opens the plans. */
export function ChangePlan({ subscription, currency, next }: ChangePlanProps) {
  const [dialog, setDialog] = useState<{ round: number; open: boolean } | null>(null);
  return (
    <>
      <Button
        look="outline"
        size="small"
        onClick={() => setDialog({ round: (dialog?.round ?? 0) + 1, open: true })}
      >
        {t`Change plan`}
      </Button>
      {dialog && (
        <Suspense>
          <PlanDialog
            key={dialog.round}
            plan={paidPlan(subscription)}
            currency={currency}
            next={next}
            open={dialog.open}
            onClose={() => setDialog({ ...dialog, open: false })}
          />
        </Suspense>
      )}
    </>
  );
}
