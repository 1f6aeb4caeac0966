import { useState, type SubmitEvent } from "react";
import {
  chosenReasons,
  sanctionLimits,
  sanctionReasons,
  strikeDays,
  strikesThatSuspend,
  type ChosenReason,
} from "#app/rules/sanctions.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { showToast } from "#app/ui/toast.ts";
import { api } from "./api.ts";
import "./decision.css";

type Kind = "strike" | "suspension" | "ban" | "closure";

const kinds: readonly { value: Kind; label: string; act: string; follows: string }[] = [
  {
    value: "strike",
    label: "Strike",
    act: "Give a strike",
    follows: `It counts for ${strikeDays} days; ${strikesThatSuspend} of them suspend the account.`,
  },
  {
    value: "suspension",
    label: "Suspension",
    act: "Suspend",
    follows: "Sessions end, open casts are cancelled, images hide until the end. Credits stay.",
  },
  {
    value: "ban",
    label: "Ban",
    act: "Ban",
    follows: "As a suspension, without an end.",
  },
  {
    value: "closure",
    label: "Close on request",
    act: "Close the account",
    follows: "As a ban, at the member's own wish. Nothing is deleted.",
  },
];

const reasons = chosenReasons.map((value) => ({ value, label: sanctionReasons[value] }));
const { least, most, default: usual } = sanctionLimits.suspensionDays;

/** Decides about a member: what, why, for how long, and what the member reads. */
export function SanctionForm({ member }: { member: { id: string; name: string } }) {
  const [kind, setKind] = useState<Kind>("strike");
  const [reason, setReason] = useState<ChosenReason>("spam");
  const { act, follows } = kinds.find(({ value }) => value === kind) ?? kinds[0];

  const { run, busy, errorOf, refusal } = useMutation(
    ({ note, days }: { note: string; days: number; form: HTMLFormElement }) => {
      const decided = { reason, note };
      return api.post("/api/admin/members/:id/sanctions", {
        param: { id: member.id },
        json: kind === "suspension" ? { kind, days, ...decided } : { kind, ...decided },
      });
    },
    {
      reloads: true,
      tells: "form",
      onDone: (_, { form }) => {
        form.reset();
        void showToast("success", `${member.name} was told`);
      },
    },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const note = given.get("note");
    const days = Number(given.get("days"));
    void run({ note: typeof note === "string" ? note : "", days, form });
  }

  return (
    <form className="decision-form" noValidate onSubmit={submit}>
      <div className="decision-row">
        <Select label="Decision" options={kinds} value={kind} onChange={setKind} hint={follows} />
        <Select
          label="Reason"
          options={reasons}
          value={reason}
          onChange={setReason}
          error={errorOf("reason")}
        />
      </div>
      {kind === "suspension" && (
        <Field
          label="Days"
          name="days"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          defaultValue={usual}
          required
          error={errorOf("days")}
        />
      )}
      <TextArea
        label="Words to the member"
        name="note"
        rows={3}
        maxLength={sanctionLimits.note}
        hint="The member reads them in the mail. They may stay empty."
        error={errorOf("note")}
      />
      {refusal !== null && <Alert icon>{refusal}</Alert>}
      <Button
        type="submit"
        look="primary"
        danger={kind !== "strike"}
        className="self-start justify-self-start"
        disabled={busy}
      >
        {busy && <Spinner />}
        {act}
      </Button>
    </form>
  );
}
