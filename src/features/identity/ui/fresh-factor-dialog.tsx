import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { t } from "#app/language/message.ts";
import type { FactorMethod } from "#app/rules/account-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import type { FormDefinition } from "#app/ui/form.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import { codeMissing } from "./second-step-definition.ts";

type FreshFactorDialogProps = {
  methods: readonly FactorMethod[];
  onEnd: (isProved: boolean) => void;
};

const definition: FormDefinition<typeof api, unknown> = {
  name: "fresh-factor",
  fields: ["code"],
  secrets: ["code"],
  check: ({ code = "" }) => (code.trim() === "" ? { code: codeMissing } : {}),
  send: (client, { code = "" }) => client.post("/api/two-factor/fresh", { json: { code } }),
};

function CodeForm({ onProved }: { onProved: () => void }) {
  const { busy, errors, refusal, form } = useForm(definition, api, { onDone: onProved });
  return (
    <form className="grid gap-4" {...form}>
      {refusal && <Alert icon>{refusal}</Alert>}
      <CodeField error={errors.code} />
      <SubmitButton
        className="justify-self-start"
        label={t`Confirm`}
        busyLabel={t`Confirming`}
        busy={busy}
      />
    </form>
  );
}

/** Asks for the second factor again. */
export function FreshFactorDialog({ methods, onEnd }: FreshFactorDialogProps) {
  const passkey = useMutation(
    async () => (await import("./passkey-client.ts")).confirmByPasskey(),
    { onDone: () => onEnd(true) },
  );
  return (
    <Dialog title={t`Confirm that it is you`} open onClose={() => onEnd(false)}>
      <div className="mt-3 grid gap-4">
        <p className="text-ink-2">
          {t`This needs your second factor again. Nothing you typed is lost.`}
        </p>
        {methods.includes("code") && <CodeForm onProved={() => onEnd(true)} />}
        {methods.includes("passkey") && (
          <Button
            look="outline"
            className="justify-self-start"
            disabled={passkey.busy}
            onClick={() => void passkey.run()}
          >
            <KeyIcon size={18} />
            {t`Use a passkey`}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
