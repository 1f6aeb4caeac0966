import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState, type SubmitEvent } from "react";
import { useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import type { Problem } from "#app/ui/api-client.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import "#app/ui/alert.css";
import "#app/ui/spinner.css";

const fields = ["currentPassword", "newPassword"] as const;
type Errors = Partial<Record<(typeof fields)[number], string>>;

function errorsOf({ code, errors = [] }: Problem): Errors {
  if (code === "INVALID_PASSWORD") return { currentPassword: "This is not your password" };
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}

/** Changes the password, which ends the member's other sessions (acceptance row AU-16). */
export function ChangePasswordForm({ email }: { email: string }) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const typed = (field: (typeof fields)[number]) => {
      const value = given.get(field);
      return typeof value === "string" ? value : "";
    };
    const json = {
      currentPassword: typed("currentPassword"),
      newPassword: typed("newPassword"),
    };
    const missing = fields.filter((field) => json[field] === "");
    setErrors(Object.fromEntries(missing.map((field) => [field, "Password is required"])));
    setRefusal(null);
    if (missing[0] !== undefined) {
      form.querySelector<HTMLInputElement>(`[name=${missing[0]}]`)?.focus();
      return;
    }
    setBusy(true);
    const answer = await api.post("/api/auth/change-password", { json });
    setBusy(false);
    if (answer.ok) {
      form.reset();
      void showToast("success", "Password changed", {
        description: "Your other sessions have ended",
      });
      await revalidate();
      return;
    }
    const found = errorsOf(answer.problem);
    setErrors(found);
    if (Object.keys(found).length === 0) {
      setRefusal(answer.problem.detail ?? answer.problem.title);
    }
  }

  return (
    <form
      className="mt-4 grid max-w-[420px] gap-4"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {/* Password managers keep the new password under this name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={errors.currentPassword}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        required
        hint="At least 8 characters"
        error={errors.newPassword}
      />
      {refusal && (
        <p className="alert" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        look="primary"
        className="justify-self-start"
        disabled={busy || !hydrated}
      >
        {busy && <span className="spin" />}
        {busy ? "Changing password" : "Change password"}
      </Button>
    </form>
  );
}
