import { useEffect, useRef } from "react";
import { t } from "#app/language/message.ts";
import { accountNotice, type FactorMethod } from "#app/rules/account-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "#app/ui/link.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { api } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { secondStepDefinition } from "./second-step-definition.ts";
import { useTakeMember } from "./take-member.ts";

type SecondStepFormProps = {
  methods: readonly FactorMethod[];
  heading: "h1" | "h2";
  headingId?: string;
  /** URL of the first step, if it has one. */
  backTo?: string;
  onBack: () => void;
  onDone: () => void;
};

/** The second step of a sign-in: a code or a passkey. Works without JavaScript on the sign-in page. */
export function SecondStepForm(props: SecondStepFormProps) {
  const { methods, heading: Heading, headingId, backTo, onBack, onDone } = props;
  const hydrated = useHydrated();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>("[data-first]")?.focus();
  }, []);
  const takeMember = useTakeMember();
  const { busy, errors, refusal, form } = useForm(secondStepDefinition, api, {
    async onDone({ user }) {
      await takeMember(user);
      const { title, description, durationMs } = accountNotice("login", "");
      void showToast("success", title, { description, duration: durationMs });
      onDone();
    },
  });
  return (
    <form ref={element} className="flex flex-col gap-4" {...form}>
      <Heading className="title-medium" id={headingId}>
        {t`Second step`}
      </Heading>
      {refusal && <Alert icon>{refusal}</Alert>}
      <CodeField error={errors.code} />
      <SubmitButton className="h-[46px]" label={t`Sign in`} busyLabel={t`Signing in`} busy={busy} />
      {methods.includes("passkey") && (
        <PasskeySignIn disabled={busy || !hydrated} onDone={onDone} />
      )}
      <p className="text-center text-13 text-ink-2">
        {backTo === undefined ? (
          <button type="button" className="link" onClick={onBack}>
            {t`Back to sign in`}
          </button>
        ) : (
          <Link className="link" to={backTo} replace onClick={onBack}>
            {t`Back to sign in`}
          </Link>
        )}
      </p>
    </form>
  );
}
