import { useState, type SubmitEvent } from "react";
import { t } from "#app/language/message.ts";
import {
  chosenReasons,
  sanctionLimits,
  profileParts,
  sanctionConsequence,
  sanctionReasons,
  strikeDays,
  strikesThatSuspend,
  type ChosenReason,
  type ProfilePart,
  type SanctionKind,
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

type Choice = { value: string; label: string; act: string; follows: string };

const kinds: readonly Choice[] = [
  {
    value: "strike",
    label: t`Strike`,
    act: t`Give a strike`,
    follows: t`It counts for ${strikeDays} days; ${strikesThatSuspend} of them suspend the account.`,
  },
  {
    value: "suspension",
    label: t`Suspension`,
    act: t`Suspend`,
    follows: t`Sessions end, open casts are cancelled, images hide until the end. Credits stay.`,
  },
  {
    value: "ban",
    label: t`Ban`,
    act: t`Ban`,
    follows: t`As a suspension, without an end.`,
  },
  {
    value: "closure",
    label: t`Close on request`,
    act: t`Close the account`,
    follows: t`As a ban, at the member's own wish. Nothing is deleted.`,
  },
];

/** What can be taken down of a member: parts of the profile that are there, and shared kits. */
function takeDowns(parts: readonly ProfilePart[], kits: readonly { id: string; name: string }[]) {
  return [
    ...parts.map((part) => ({
      value: part,
      label: t`Take down the ${profileParts[part]()}`,
      act: t`Take down`,
      follows: sanctionConsequence(part),
    })),
    ...kits.map(({ id, name }) => ({
      value: `kit:${id}`,
      label: t`Take down the style kit “${name}”`,
      act: t`Take down`,
      follows: sanctionConsequence("kit"),
    })),
  ];
}

/** The body that the API wants for a choice. */
function bodyOf(choice: string, days: number, given: { reason: ChosenReason; note: string }) {
  const [kind, kit] = choice.split(":") as [SanctionKind, string | undefined];
  if (kind === "suspension") return { kind, days, ...given };
  if (kit !== undefined) return { kind: "kit" as const, kit, ...given };
  return { kind: kind as "strike" | "ban" | "closure" | ProfilePart, ...given };
}

const reasons = chosenReasons.map((value) => ({ value, label: sanctionReasons[value]() }));
const { least, most, default: usual } = sanctionLimits.suspensionDays;

/** Decides about a member: what, why, for how long, and what the member reads. */
export function SanctionForm({
  member,
  parts,
  kits,
}: {
  member: { id: string; name: string };
  /** The parts of the profile that are there. */
  parts: readonly ProfilePart[];
  /** The shared style kits. */
  kits: readonly { id: string; name: string }[];
}) {
  const choices = [...kinds, ...takeDowns(parts, kits)];
  const [kind, setKind] = useState("strike");
  const [reason, setReason] = useState<ChosenReason>("spam");
  const { act, follows } = choices.find(({ value }) => value === kind) ?? kinds[0];

  const { run, busy, errorOf, refusal } = useMutation(
    ({ note, days }: { note: string; days: number; form: HTMLFormElement }) =>
      api.post("/api/admin/members/:id/sanctions", {
        param: { id: member.id },
        json: bodyOf(kind, days, { reason, note }),
      }),
    {
      reloads: true,
      tells: "form",
      onDone: (_, { form }) => {
        form.reset();
        setKind("strike");
        void showToast("success", t`${member.name} was told`);
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
        <Select
          label={t`Decision`}
          options={choices}
          value={kind}
          onChange={setKind}
          hint={follows}
        />
        <Select
          label={t`Reason`}
          options={reasons}
          value={reason}
          onChange={setReason}
          error={errorOf("reason")}
        />
      </div>
      {kind === "suspension" && (
        <Field
          label={t`Days`}
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
        label={t`Words to the member`}
        name="note"
        rows={3}
        maxLength={sanctionLimits.note}
        hint={t`The member reads them in the mail. They may stay empty.`}
        error={errorOf("note")}
      />
      {refusal !== null && <Alert icon>{refusal}</Alert>}
      <Button
        type="submit"
        look={kind === "strike" ? "primary" : "outline"}
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
