import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { Link } from "react-router";
import { accountWords, resetSent, type AccountMode } from "#app/rules/account-form.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { useSite } from "#app/ui/site.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { useAccountForm, type AccountFormOptions } from "./use-account-form.ts";
import "#app/ui/alert.css";
import "#app/ui/spinner.css";

type ModeLinkProps = {
  to: AccountMode;
  label: string;
  addressOf?: (mode: AccountMode) => string;
  onMode: (mode: AccountMode) => void;
};

type AccountFormProps = AccountFormOptions & {
  /** The heading names the page, or the dialog by its id. */
  heading: "h1" | "h2";
  headingId?: string;
  /** Address of a mode, where it has one: its link is then one to follow, else a button. */
  addressOf?: (mode: AccountMode) => string;
  /** Said at once, e.g. that Google refused. */
  firstRefusal?: string | null;
};

function ModeLink({ to, label, addressOf, onMode }: ModeLinkProps) {
  if (addressOf === undefined) {
    return (
      <button type="button" className="link" onClick={() => onMode(to)}>
        {label}
      </button>
    );
  }
  return (
    <Link className="link" to={addressOf(to)} replace defaultShouldRevalidate={false}>
      {label}
    </Link>
  );
}

/** Signs in, signs up, or asks for a reset link. See docs/product.md 2.9, 4.3, 5.1 and 8.1. */
export function AccountForm(props: AccountFormProps) {
  const { mode, next, onMode, onDone, addressOf, firstRefusal, heading: Heading } = props;
  const { appName, google } = useSite();
  const hydrated = useHydrated();
  const { busy, sent, errors, refusal, setRefusal, submit } = useAccountForm({
    mode,
    next,
    onMode,
    onDone,
  });
  const ways = { addressOf, onMode };
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
      <Heading className="h-m" id={props.headingId}>
        {title}
      </Heading>
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
            <p className="self-end text-13">
              <ModeLink to="reset" label="Forgot password" {...ways} />
            </p>
          )}
        </div>
      )}
      <Button
        type="submit"
        look="primary"
        className="h-[46px]"
        disabled={busy || sent || !hydrated}
      >
        {busy && <span className="spin" />}
        {busy ? busyWord : sent ? "Reset link sent" : act}
      </Button>
      {sent && <output className="text-center text-13 text-ink-2">{resetSent}</output>}
      <p className="text-center text-13 text-ink-2">
        {mode === "login" && <>New to {appName}? </>}
        {mode === "signup" && <>Already have one? </>}
        {mode === "login" && <ModeLink to="signup" label="Create account" {...ways} />}
        {mode === "signup" && <ModeLink to="login" label="Sign in" {...ways} />}
        {mode === "reset" && <ModeLink to="login" label="Back to sign in" {...ways} />}
      </p>
    </form>
  );
}
