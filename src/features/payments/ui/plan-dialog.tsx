import { useState } from "react";
import { t } from "#app/language/message.ts";
import { formatMoney } from "#app/rules/money.ts";
import { planChange, type PaidPlan, type PlanChange } from "#app/rules/plan-change.ts";
import { planCredits } from "#app/rules/plan-credits.ts";
import { offers, type Offer } from "#app/rules/price-list.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Option } from "#app/ui/option.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import { useCheckout } from "./use-checkout.ts";
import "./plan-dialog.css";

/** The plans that can be had; null is Free. */
const plans: readonly (Offer | null)[] = [null, ...offers.filter(({ kind }) => kind === "plan")];

type PlanDialogProps = {
  /** The plan that is paid for; null for Free. */
  plan: PaidPlan | null;
  currency: string;
  /** Where to go after a checkout. */
  next: string;
  open: boolean;
  onClose: () => void;
};

const done: Record<Exclude<PlanChange["kind"], "checkout">, string> = {
  upgrade: t`The plan is changed as soon as the payment is confirmed`,
  downgrade: t`The plan changes at the end of the month`,
  cancel: t`The plan is cancelled`,
  resume: t`The plan goes on`,
};

type Choice = {
  offer: Offer | null;
  currency: string;
  isPresent: boolean;
  chosen: boolean;
  onChoose: () => void;
};

function PlanOption({ offer, currency, isPresent, chosen, onChoose }: Choice) {
  return (
    <Option className="plan-option" type="radio" name="plan" checked={chosen} onChange={onChoose}>
      <b>{offer?.name ?? t`Free`}</b>
      <span className="text-13 text-ink-2">
        {offer === null
          ? t`${planCredits("Free")} credits at sign-up`
          : t`${offer.credits} credits a month, ${formatMoney(offer.amount, currency)}`}
      </span>
      {isPresent && <span className="chip chip-small">{t`Your plan`}</span>}
    </Option>
  );
}

/** Choose another plan; what happens is said before the press that does it. */
export function PlanDialog({ plan, currency, next, open, onClose }: PlanDialogProps) {
  const [chosen, setChosen] = useState<Offer | null>(plan?.offer ?? null);
  const checkout = useCheckout(next);
  const change = planChange(plan, chosen, currency);
  const subscription = useMutation(
    ({ kind }: PlanChange) => {
      const action = kind === "cancel" || kind === "resume" ? kind : "change";
      const offer = action === "change" ? { offer: chosen?.id } : {};
      return api.post("/api/payments/subscription", { json: { action, ...offer } });
    },
    {
      reloads: true,
      refusedTitle: t`The plan was not changed`,
      onDone(_, { kind }) {
        if (kind !== "checkout") void showToast("success", done[kind]);
        onClose();
      },
    },
  );
  const busy = checkout.busy || subscription.busy;

  function confirm(wanted: PlanChange) {
    if (wanted.kind === "checkout" && chosen !== null) void checkout.run(chosen.id);
    else void subscription.run(wanted);
  }

  return (
    <Dialog title={t`Change plan`} open={open} onClose={onClose}>
      <fieldset className="plan-options">
        <legend className="sr-only">{t`Plan`}</legend>
        {plans.map((offer) => (
          <PlanOption
            key={offer?.id ?? "free"}
            offer={offer}
            currency={currency}
            isPresent={offer?.id === plan?.offer.id}
            chosen={offer?.id === chosen?.id}
            onChoose={() => setChosen(offer)}
          />
        ))}
      </fieldset>
      <output className="mt-4 block text-ink-2">
        {change?.says ?? t`This is your plan: nothing changes.`}
      </output>
      <div className="mt-4 flex flex-wrap gap-2">
        {change && (
          <Button
            look={change.kind === "cancel" ? "outline" : "primary"}
            danger={change.kind === "cancel"}
            disabled={busy}
            onClick={() => confirm(change)}
          >
            {busy && <Spinner />}
            {change.press}
          </Button>
        )}
        <Button look="soft" onClick={onClose}>
          {t`Leave it as it is`}
        </Button>
      </div>
    </Dialog>
  );
}
