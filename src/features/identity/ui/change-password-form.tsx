import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { PasswordField } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { changePasswordDefinition } from "./password-definitions.ts";
import { Alert } from "#app/ui/alert.tsx";

/** Changes the password, which ends the member's other sessions (acceptance row AU-16). */
export function ChangePasswordForm({ email }: { email: string }) {
  const { revalidate } = useRevalidator();
  const { busy, errors, refusal, form } = useForm(changePasswordDefinition, api, {
    async onDone(_, __, element) {
      element.reset();
      // First, so that the list of sessions is as the toast says.
      await revalidate();
      void showToast("success", t`Password changed`, {
        description: t`Your other sessions have ended`,
      });
    },
  });

  return (
    <form className="mt-4 grid max-w-[420px] gap-4" {...form}>
      <input type="hidden" name="form" value={changePasswordDefinition.name} />
      {/* Password managers keep the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t`Current password`}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={errors.currentPassword}
      />
      <PasswordField
        label={t`New password`}
        name="newPassword"
        autoComplete="new-password"
        required
        hint={t`At least 8 characters`}
        error={errors.newPassword}
      />
      {refusal && <Alert icon>{refusal}</Alert>}
      <SubmitButton
        className="justify-self-start"
        label={t`Change password`}
        busyLabel={t`Changing password`}
        busy={busy}
      />
    </form>
  );
}
