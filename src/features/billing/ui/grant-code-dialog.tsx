import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { locale, t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { DayField } from "#app/ui/day-field.tsx";
import { Field } from "#app/ui/field.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { useCopy } from "#app/ui/use-copy.ts";
import { useFreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import type { NewGrantCode } from "../inputs.ts";
import { api } from "./api.ts";

type Errors = Partial<Record<"credits" | "uses" | "expiresAt" | "reason", string>>;

const most = 100_000;
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 1 && value <= most;

/** What is wrong with the entries, by field. */
function errorsOf({ credits, uses, reason }: NewGrantCode): Errors {
  const count = t`A whole number from 1 to ${most.toLocaleString(locale("en"))}`;
  return {
    ...(!isCount(credits) && { credits: count }),
    ...(!isCount(uses) && { uses: count }),
    ...(reason === "" && { reason: t`A reason is required` }),
  };
}

/** The entries of the form; a day ends with its last moment, by UTC. */
function readEntries(form: HTMLFormElement): NewGrantCode {
  const given = new FormData(form);
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const day = text("expiresAt");
  return {
    credits: Number(text("credits")),
    uses: Number(text("uses")),
    expiresAt: day === "" ? null : `${day}T23:59:59.999Z`,
    reason: text("reason"),
  };
}

/** The code that was made, with a button that copies it; receives the focus that was on the form. */
function MadeCode({ code, onClose }: { code: string; onClose: () => void }) {
  const { copied, copy } = useCopy();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p ref={heading} tabIndex={-1}>
        {t`The code is made. Copy it now: it is shown this once, and only its last four characters are kept in sight.`}
      </p>
      <output className="mono rounded-2 bg-sunken p-4 text-center text-19 select-all">
        {code}
      </output>
      <div className="flex gap-2">
        <Button look="primary" onClick={() => copy(code)}>
          {copied === code ? t`Copied` : t`Copy the code`}
        </Button>
        <Button look="soft" onClick={onClose}>
          {t`Done`}
        </Button>
      </div>
    </div>
  );
}

/** Makes a grant code and shows it once. */
export function GrantCodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [errors, setErrors] = useState<Errors>({});
  const [code, setCode] = useState<string | null>(null);
  const { guard, dialog } = useFreshFactor();
  const { run, busy, errorOf, refusal } = useMutation(
    (json: NewGrantCode) => guard(() => api.post("/api/admin/grant-codes", { json })),
    { tells: "form", reloads: true, onDone: (made) => setCode(made.code) },
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = readEntries(event.currentTarget);
    const found = errorsOf(entries);
    setErrors(found);
    if (Object.keys(found).length === 0) void run(entries);
  }

  const wrong = (field: keyof Errors) => errors[field] ?? errorOf(field);
  return (
    <>
      <Dialog title={t`New grant code`} open={open} onClose={onClose}>
        {code === null ? (
          <form className="mt-4 flex flex-col gap-4" noValidate onSubmit={submit}>
            {refusal && <Alert icon>{refusal}</Alert>}
            <Field
              label={t`Credits`}
              name="credits"
              type="number"
              inputMode="numeric"
              min={1}
              max={most}
              step={1}
              required
              hint={t`For each member who redeems the code.`}
              error={wrong("credits")}
            />
            <Field
              label={t`Uses`}
              name="uses"
              type="number"
              inputMode="numeric"
              min={1}
              max={most}
              step={1}
              defaultValue={1}
              required
              hint={t`How many members may redeem it, once each.`}
              error={wrong("uses")}
            />
            <DayField
              label={t`Expires`}
              name="expiresAt"
              empty={t`Never`}
              hint={t`At the end of this day (UTC). Leave it empty for a code that does not expire.`}
              error={wrong("expiresAt")}
            />
            <Field
              label={t`Reason`}
              name="reason"
              required
              maxLength={300}
              hint={t`Members read it in their ledger.`}
              error={wrong("reason")}
            />
            <Button type="submit" look="primary" className="self-start" disabled={busy}>
              {busy && <Spinner />}
              {t`Make the code`}
            </Button>
          </form>
        ) : (
          <MadeCode code={code} onClose={onClose} />
        )}
      </Dialog>
      {dialog}
    </>
  );
}
