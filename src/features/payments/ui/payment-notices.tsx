import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { plural, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { MemberPayments } from "../queries.ts";
import { usePortal } from "./use-checkout.ts";
import "#app/features/billing/ui/notice.css";

type NoticesProps = Pick<MemberPayments, "subscription" | "debt" | "frozen">;

/** A payment that failed, a debt, and credits that are frozen: what it is, and what helps. */
export function PaymentNotices({ subscription, debt, frozen }: NoticesProps) {
  const portal = usePortal();
  return (
    <>
      {subscription?.lastPaymentFailed && (
        <div className="notice" data-tone="bad" role="alert">
          <WarningCircleIcon size={22} />
          <div className="notice-words">
            <p className="font-semibold">{t`The payment for ${subscription.plan} failed`}</p>
            <p className="text-ink-2">
              {t`It is tried again in the next days, and the plan ends if that fails too. Your credits stay. Another card helps.`}
            </p>
          </div>
          <Button look="primary" disabled={portal.busy} onClick={() => void portal.run()}>
            {portal.busy && <Spinner />}
            {t`Change the card`}
          </Button>
        </div>
      )}
      {debt > 0 && (
        <div className="notice" role="note">
          <WarningCircleIcon size={22} />
          <div className="notice-words">
            <p className="font-semibold">
              {plural(debt, "# credit is owed", "# credits are owed")}
            </p>
            <p className="text-ink-2">
              {t`A payment went back after its credits were spent. Credits that come in, bought or given, pay this first.`}
            </p>
          </div>
        </div>
      )}
      {frozen > 0 && (
        <div className="notice" role="note">
          <WarningCircleIcon size={22} />
          <div className="notice-words">
            <p className="font-semibold">
              {plural(frozen, "# credit is frozen", "# credits are frozen")}
            </p>
            <p className="text-ink-2">
              {t`Their payment is disputed at the bank. Until that is decided they cannot be spent.`}
            </p>
          </div>
        </div>
      )}
    </>
  );
}
