import { useState, type SubmitEvent } from "react";
import { m, plural, t } from "#app/language/message.ts";
import { members as memberCount } from "#app/rules/counted.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Field } from "#app/ui/field.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { MemberRow } from "../queries.ts";
import { api } from "./api.ts";
import { Spinner } from "#app/ui/spinner.tsx";

type Typed = { amount: number; reason: string };

function problemsOf({ amount, reason }: Typed) {
  return {
    amount: Number.isSafeInteger(amount) && amount !== 0 ? null : t`A whole number, not 0`,
    reason: reason === "" ? t`A reason is required` : null,
  };
}

type CorrectBalanceProps = {
  /** One or several. */
  members: readonly MemberRow[];
  onDone: () => void;
  onClose: () => void;
};

/** Adds credits to the balances of members or removes some; the reason is shown in their ledgers. */
export function CorrectBalance({ members, onDone, onClose }: CorrectBalanceProps) {
  // One idempotency key for one correction, however often the button is pressed.
  const [key] = useState(() => crypto.randomUUID());
  const [errors, setErrors] = useState<ReturnType<typeof problemsOf> | null>(null);
  const [first] = members;
  const isOne = members.length === 1;
  const whose = isOne ? first.name : memberCount(members.length);

  const { guard, dialog } = useFreshFactor();
  const { run, busy } = useMutation(
    (typed: Typed) =>
      guard(() =>
        api.post("/api/admin/users/credits", {
          json: { ...typed, ids: members.map(({ id }) => id) },
          headers: { "idempotency-key": key },
        }),
      ),
    {
      reloads: true,
      onDone({ moved }) {
        const amount = Math.abs(moved);
        const said =
          moved < 0
            ? plural(amount, m`# credit taken from ${whose}`, m`# credits taken from ${whose}`)
            : plural(amount, m`# credit given to ${whose}`, m`# credits given to ${whose}`);
        void showToast("success", said);
        onDone();
        onClose();
      },
    },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const amount = Number(given.get("amount"));
    const typed = given.get("reason");
    const reason = typeof typed === "string" ? typed.trim() : "";
    const found = problemsOf({ amount, reason });
    setErrors(found);
    if (!found.amount && !found.reason) void run({ amount, reason });
  }

  return (
    <>
      <Dialog title={t`Credits of ${whose}`} open onClose={onClose}>
        <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
          <p className="text-13 text-ink-2">
            {isOne
              ? t`${first.credits.current} to spend, ${first.credits.held} reserved.`
              : t`Each of them gets the same, or loses it.`}
          </p>
          <Field
            label={t`Credits`}
            name="amount"
            type="number"
            inputMode="numeric"
            step={1}
            required
            hint={t`A negative number removes credits, at most what can be spent.`}
            error={errors?.amount}
          />
          <Field
            label={t`Reason`}
            name="reason"
            required
            maxLength={300}
            hint={
              isOne ? t`The member reads it in the ledger.` : t`Each member reads it in the ledger.`
            }
            error={errors?.reason}
          />
          <Button type="submit" look="primary" className="self-start" disabled={busy}>
            {busy && <Spinner />}
            {t`Adjust credits`}
          </Button>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
