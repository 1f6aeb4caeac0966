import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import { locale, plural, t } from "#app/language/message.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { Purchase } from "../queries/purchase.ts";
import "#app/features/billing/ui/notice.css";

/** How often the purchase is read again while it waits, in ms, should an event be missed. */
const pollMs = 4000;

const looks = {
  waiting: { icon: <Spinner />, tone: undefined },
  granted: { icon: <CheckCircleIcon size={22} />, tone: "done" },
  failed: { icon: <WarningCircleIcon size={22} />, tone: "bad" },
} as const;

function textOf({ state, name, credits }: Purchase, current: number): [string, string] {
  if (state === "waiting") {
    return [
      t`Waiting for the confirmation of your payment`,
      t`${name}: this takes a few seconds. Some ways of paying take days; the credits then come by themselves.`,
    ];
  }
  if (state === "failed")
    return [t`The payment failed`, t`No credits were added. You can try again below.`];
  return [
    plural(credits, "# credits added", "# credits added"),
    t`You have ${current.toLocaleString(locale("en"))} now.`,
  ];
}

type PaidNoticeProps = { purchase: Purchase; current: number; studio: string };

/**
 * What became of a purchase, for a browser that comes back from paying. Nothing is granted by coming back: this waits
 * until the ledger has it.
 * @param studio the address of the studio as the member left it
 */
export function PaidNotice({ purchase, current, studio }: PaidNoticeProps) {
  const { revalidate } = useRevalidator();
  const waits = purchase.state === "waiting";
  useEvents(({ name }) => {
    if (waits && (name === "balance" || name === "opened")) void revalidate();
  });
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => void revalidate(), pollMs);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
  const { icon, tone } = looks[purchase.state];
  const [title, text] = textOf(purchase, current);
  return (
    <div className="notice" data-tone={tone}>
      {icon}
      <output className="notice-words">
        <span className="block font-semibold">{title}</span>
        <span className="block text-ink-2">{text}</span>
      </output>
      {purchase.state === "granted" && (
        <ButtonLink look="primary" to={studio}>
          {t`Back to the studio`}
        </ButtonLink>
      )}
    </div>
  );
}
