import type { ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { PasswordField } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { newPasswordDefinition } from "./password-definitions.ts";
import { Alert } from "#app/ui/alert.tsx";

type NewPasswordFormProps = {
  token: string;
  onDone: () => void;
  /** Shown instead of the form if the link was used meanwhile or has expired. */
  spent: ReactNode;
};

/** Sets a new password with the token of a mailed link, which works once. */
export function NewPasswordForm({ token, onDone, spent }: NewPasswordFormProps) {
  const { busy, errors, refusal, code, form } = useForm(newPasswordDefinition(token), api, {
    onDone,
  });
  if (code === "INVALID_TOKEN") return spent;
  return (
    <form className="flex flex-col gap-4" {...form}>
      <h1 className="title-medium">{t`Choose a new password`}</h1>
      <p className="-mt-2 text-ink-2">{t`You will be signed out everywhere else.`}</p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <PasswordField
        label={t`New password`}
        name="newPassword"
        autoComplete="new-password"
        required
        hint={t`At least 8 characters`}
        error={errors.newPassword}
      />
      <SubmitButton
        className="h-[46px]"
        label={t`Set password`}
        busyLabel={t`Setting password`}
        busy={busy}
      />
    </form>
  );
}
