import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import type { ApiResult } from "#app/ui/api-client.ts";
import { Alert } from "#app/ui/alert.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import type { FormDefinition } from "#app/ui/form.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";

type PasswordStepProps<Data> = {
  name: string;
  /** False for members who sign in with Google alone. */
  hasPassword: boolean;
  label: string;
  busyLabel: string;
  /** Makes the call. @param password undefined for those who have none */
  send: (password: string | undefined) => Promise<ApiResult<Data>>;
  onDone: (data: Data) => Promise<void> | void;
  /** What comes before the password. */
  children?: ReactNode;
};

/** Asks for the password before a change of second factors. */
export function PasswordStep<Data>(props: PasswordStepProps<Data>) {
  const { name, hasPassword, label, busyLabel, send, onDone, children } = props;
  const fields = hasPassword ? ["password"] : [];
  const definition: FormDefinition<typeof api, Data> = {
    name,
    fields,
    secrets: fields,
    check: ({ password }): Record<string, string> =>
      hasPassword && !password ? { password: t`Password is required` } : {},
    send: (_, { password }) => send(hasPassword ? password : undefined),
  };
  const { busy, errors, refusal, form } = useForm(definition, api, { onDone });
  return (
    <form className="mt-3 grid gap-4" {...form}>
      {children}
      {refusal && <Alert icon>{refusal}</Alert>}
      {hasPassword && (
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
      )}
      <SubmitButton
        className="justify-self-start"
        label={label}
        busyLabel={busyLabel}
        busy={busy}
      />
    </form>
  );
}
