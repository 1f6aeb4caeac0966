import { useState, type SubmitEvent } from "react";
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
    amount: Number.isSafeInteger(amount) && amount !== 0 ? null : "A whole number, not 0",
    reason: reason === "" ? "A reason is required" : null,
  };
}

const credits = (count: number) => `${count} ${count === 1 ? "credit" : "credits"}`;

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
  const whose = isOne ? first.name : `${members.length} members`;

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
        const verb = moved < 0 ? "taken from" : "given to";
        void showToast("success", `${credits(Math.abs(moved))} ${verb} ${whose}`);
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
      <Dialog title={`Credits of ${whose}`} open onClose={onClose}>
        <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
          <p className="text-13 text-ink-2">
            {isOne
              ? `${first.credits.current} to spend, ${first.credits.held} reserved.`
              : "Each of them gets the same, or loses it."}
          </p>
          <Field
            label="Credits"
            name="amount"
            type="number"
            inputMode="numeric"
            step={1}
            required
            hint="A negative number removes credits, at most what can be spent."
            error={errors?.amount}
          />
          <Field
            label="Reason"
            name="reason"
            required
            maxLength={300}
            hint={
              isOne ? "The member reads it in the ledger." : "Each member reads it in the ledger."
            }
            error={errors?.reason}
          />
          <Button type="submit" look="primary" className="self-start" disabled={busy}>
            {busy && <Spinner />}
            Adjust credits
          </Button>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
