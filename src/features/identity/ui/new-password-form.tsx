import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useState, type SubmitEvent } from "react";
import { accountWords } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { PasswordField } from "#app/ui/field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import "#app/ui/alert.css";
import "#app/ui/spinner.css";

type NewPasswordFormProps = {
  token: string;
  onDone: () => void;
  /** The link was used meanwhile, or has run out. */
  onSpent: () => void;
};

/** Sets a new password by the token of a mailed link, which works once. */
export function NewPasswordForm({ token, onDone, onSpent }: NewPasswordFormProps) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const newPassword = new FormData(form).get("newPassword");
    setRefusal(null);
    if (typeof newPassword !== "string" || newPassword === "") {
      setError("Password is required");
      form.querySelector("input")?.focus();
      return;
    }
    setError(null);
    setBusy(true);
    const answer = await api.post("/api/auth/reset-password", { json: { newPassword, token } });
    setBusy(false);
    if (answer.ok) {
      onDone();
      return;
    }
    const { code, detail, errors = [] } = answer.problem;
    const refused = errors.find(({ path }) => path === "newPassword");
    if (code === "INVALID_TOKEN") onSpent();
    else if (refused !== undefined) setError(refused.message);
    else setRefusal(detail ?? accountWords.reset.fallback);
  }

  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <h1 className="h-m">Choose a new password</h1>
      <p className="-mt-2 text-ink-2">You will be signed out everywhere else.</p>
      {refusal && (
        <p className="alert" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {refusal}
        </p>
      )}
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        required
        hint="At least 8 characters"
        error={error}
      />
      <Button type="submit" look="primary" className="h-[46px]" disabled={busy || !hydrated}>
        {busy && <span className="spin" />}
        {busy ? "Setting password" : "Set password"}
      </Button>
    </form>
  );
}
