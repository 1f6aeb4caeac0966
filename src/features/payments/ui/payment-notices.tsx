import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { Button } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { MemberPayments } from "../queries.ts";
import { usePortal } from "./use-checkout.ts";
import "#app/features/billing/ui/notice.css";

const credits = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "credit" : "credits"}`;

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
            <p className="font-semibold">The payment for {subscription.plan} failed</p>
            <p className="text-ink-2">
              It is tried again in the next days, and the plan ends if that fails too. Your credits
              stay. Another card helps.
            </p>
          </div>
          <Button look="primary" disabled={portal.busy} onClick={() => void portal.run()}>
            {portal.busy && <Spinner />}
            Change the card
          </Button>
        </div>
      )}
      {debt > 0 && (
        <div className="notice" role="note">
          <WarningCircleIcon size={22} />
          <div className="notice-words">
            <p className="font-semibold">{credits(debt)} are owed</p>
            <p className="text-ink-2">
              A payment went back after its credits were spent. Credits that come in, bought or
              given, pay this first.
            </p>
          </div>
        </div>
      )}
      {frozen > 0 && (
        <div className="notice" role="note">
          <WarningCircleIcon size={22} />
          <div className="notice-words">
            <p className="font-semibold">{credits(frozen)} are frozen</p>
            <p className="text-ink-2">
              Their payment is disputed at the bank. Until that is decided they cannot be spent.
            </p>
          </div>
        </div>
      )}
    </>
  );
}
