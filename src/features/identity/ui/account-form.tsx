import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";
import { accountWords, type AccountMode } from "../../../rules/account-form.ts";
import { Field, PasswordField } from "../../../ui/field.tsx";
import { useSite } from "../../../ui/site.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { useAccountForm, type AccountFormOptions } from "./use-account-form.ts";

type AccountFormProps = AccountFormOptions & {
  /** The heading, which names the dialog or the page. */
  heading: (title: string) => ReactNode;
  /** A link to another mode: an address on the page, a button in the dialog. */
  modeLink: (mode: AccountMode, label: string) => ReactNode;
  /** Said at once, e.g. that Google refused. */
  firstRefusal?: string | null;
};

/** Signs in, signs up, or asks for a reset link. Specification, sections 2, 4, 5 and 8. */
export function AccountForm({ heading, modeLink, firstRefusal, ...options }: AccountFormProps) {
  const { mode, next } = options;
  const { appName, google } = useSite();
  const hydrated = useHydrated();
  const { busy, sent, errors, refusal, setRefusal, submit } = useAccountForm(options);
  const { title, act, busy: busyWord } = accountWords[mode];
  const said = refusal ?? (mode === "login" ? firstRefusal : null);
  return (
    <form
      className="flex flex-col gap-4"
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {heading(title)}
      {mode === "reset" && (
        <p className="-mt-2 text-ink-2">We will email you a link to choose a new one.</p>
      )}
      {google && mode !== "reset" && (
        <GoogleSignIn next={next} disabled={busy || !hydrated} onFailure={setRefusal} />
      )}
      {said && (
        <p className="alert" role="alert">
          <WarningCircleIcon size={18} className="flex-none" />
          {said}
        </p>
      )}
      {mode === "signup" && (
        <Field label="Name" name="name" autoComplete="name" required error={errors.name} />
      )}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete={mode === "signup" ? "email" : "username"}
        required
        error={errors.email}
        data-first
      />
      {mode !== "reset" && (
        <div className="flex flex-col gap-1.5">
          <PasswordField
            label="Password"
            name="password"
            autoComplete={mode === "login" ? "current-password" : "new-password"}
            required
            hint={mode === "signup" ? "At least 8 characters" : undefined}
            error={errors.password}
          />
          {mode === "login" && (
            <p className="self-end text-13">{modeLink("reset", "Forgot password")}</p>
          )}
        </div>
      )}
      <button type="submit" className="b b-ink h-[46px]" disabled={busy || sent || !hydrated}>
        {busy && <span className="spin" />}
        {busy ? busyWord : sent ? "Reset link sent" : act}
      </button>
      <p className="text-center text-13 text-ink-2">
        {mode === "login" && <>New to {appName}? </>}
        {mode === "signup" && <>Already have one? </>}
        {mode === "login" && modeLink("signup", "Create account")}
        {mode === "signup" && modeLink("login", "Sign in")}
        {mode === "reset" && modeLink("login", "Back to sign in")}
      </p>
    </form>
  );
}
