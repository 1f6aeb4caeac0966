import { useState } from "react";
import { t } from "#app/language/message.ts";
import {
  accountLabels,
  resetSent,
  type AccountMode,
  type FactorMethod,
} from "#app/rules/account-form.ts";
import { intentPurpose, splitIntent } from "#app/rules/intent.ts";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { useSite } from "#app/ui/site.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { LinkedText } from "./linked-text.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SecondStepForm } from "./second-step-form.tsx";
import { useAccountForm, type AccountFormOptions } from "./use-account-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";

type ModeLinkProps = {
  to: AccountMode;
  label: string;
  addressOf?: (mode: AccountMode) => string;
  onMode: (mode: AccountMode) => void;
};

type AccountFormProps = AccountFormOptions & {
  /** Id of the heading, which labels the page or the dialog. */
  heading: "h1" | "h2";
  headingId?: string;
  /** URL of a mode if it has one; its switch is then a link, else a button. */
  addressOf?: (mode: AccountMode) => string;
  /** An error that is shown from the start, e.g. that Google refused. */
  firstRefusal?: string | null;
  /** The ways to make the second step, where the password was given before. */
  step?: readonly FactorMethod[] | null;
  /** A success message of the previous request, for visitors without JavaScript. */
  notice?: string | null;
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

/** Signs in, signs up, or requests a reset link. See docs/product.md 2.9, 4.3, 5.1 and 8.1. */
export function AccountForm(props: AccountFormProps) {
  const { mode, next, onMode, onDone, addressOf, firstRefusal, notice, heading: Heading } = props;
  const { appName, google, passkeys } = useSite();
  const hydrated = useHydrated();
  const [step, setStep] = useState(props.step ?? null);
  const { busy, sent, errors, refusal, typed, refuse, form } = useAccountForm({
    mode,
    next,
    onMode,
    onDone,
    onSecondStep: setStep,
  });
  if (step !== null && mode === "login") {
    return (
      <SecondStepForm
        methods={step}
        heading={Heading}
        headingId={props.headingId}
        backTo={addressOf?.("login")}
        onBack={() => setStep(null)}
        onDone={() => onDone("login")}
      />
    );
  }
  const ways = { addressOf, onMode };
  const { title, act, busy: busyLabel } = accountLabels[mode];
  const { intent } = splitIntent(next ?? "/");
  const purpose = intent && intentPurpose(mode, intent);
  const said = refusal ?? (mode === "login" ? firstRefusal : null);
  return (
    <form className="flex flex-col gap-4" {...form}>
      <Heading className="title-medium" id={props.headingId}>
        {title}
      </Heading>
      {purpose && <p className="-mt-2 text-ink-2 wrap-anywhere">{purpose}</p>}
      {mode === "reset" && (
        <p className="-mt-2 text-ink-2">{t`We will email you a link to choose a new one.`}</p>
      )}
      {google && mode !== "reset" && (
        <GoogleSignIn next={next} disabled={busy || !hydrated} onFailure={refuse} />
      )}
      {said && (
        <Alert icon>
          <span>
            <LinkedText>{said}</LinkedText>
          </span>
        </Alert>
      )}
      {mode === "signup" && (
        <Field
          label={t`Name`}
          name="name"
          autoComplete="name"
          required
          defaultValue={typed.name}
          error={errors.name}
        />
      )}
      <Field
        label={t`Email`}
        name="email"
        type="email"
        autoComplete={mode === "signup" ? "email" : "username"}
        required
        defaultValue={typed.email}
        error={errors.email}
        data-first
      />
      {mode !== "reset" && (
        <div className="flex flex-col gap-1.5">
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete={mode === "login" ? "current-password" : "new-password"}
            required
            hint={mode === "signup" ? t`At least 8 characters` : undefined}
            error={errors.password}
          />
          {mode === "login" && (
            <p className="self-end text-13">
              <ModeLink to="reset" label={t`Forgot password`} {...ways} />
            </p>
          )}
        </div>
      )}
      <SubmitButton
        className="h-[46px]"
        label={sent ? t`Reset link sent` : act}
        busyLabel={busyLabel}
        busy={busy}
        disabled={sent}
      />
      {(sent || notice) && (
        <output className="text-center text-13 text-ink-2">{sent ? resetSent : notice}</output>
      )}
      {passkeys && mode === "login" && (
        <PasskeySignIn disabled={busy || !hydrated} onDone={() => onDone("login")} />
      )}
      <p className="text-center text-13 text-ink-2">
        {mode === "login" && <>{t`New to ${appName}? `}</>}
        {mode === "signup" && <>{t`Already have one? `}</>}
        {mode === "login" && <ModeLink to="signup" label={t`Create account`} {...ways} />}
        {mode === "signup" && <ModeLink to="login" label={t`Sign in`} {...ways} />}
        {mode === "reset" && <ModeLink to="login" label={t`Back to sign in`} {...ways} />}
      </p>
    </form>
  );
}
