import { useEffect, useRef } from "react";
import { t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import type { AuthUser } from "./auth-user.ts";
import { firstAdminDefinition } from "./first-admin-definition.ts";
import { useTakeMember } from "./take-member.ts";

/** What is shown for a link that was used, has expired, or is useless because there is an admin. */
export function SpentSetup() {
  return (
    <>
      <h1 className="title-medium">{t`This link no longer works`}</h1>
      <p className="-mt-2 text-ink-2">
        {t`It works once and for an hour, while there is no admin. Start the program again for a new one.`}
      </p>
    </>
  );
}

/** Makes the first admin with the one-time link that `npm start` prints. */
export function FirstAdminForm({ token, onDone }: { token: string; onDone: () => void }) {
  const takeMember = useTakeMember();
  const { busy, errors, refusal, code, typed, form } = useForm(firstAdminDefinition(token), api, {
    async onDone({ user }) {
      await takeMember(user as AuthUser);
      onDone();
    },
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector("input")?.focus(), []);
  if (code === "INVALID_TOKEN") return <SpentSetup />;
  return (
    <form ref={element} className="flex flex-col gap-4" {...form}>
      <h1 className="title-medium">{t`Make the first admin`}</h1>
      <p className="-mt-2 text-ink-2">{t`This account runs the site. You are signed in at once.`}</p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <Field
        label={t`Name`}
        name="name"
        autoComplete="name"
        required
        defaultValue={typed.name}
        error={errors.name}
      />
      <Field
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={typed.email}
        error={errors.email}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        required
        hint={t`At least 8 characters`}
        error={errors.password}
      />
      <SubmitButton
        className="h-[46px]"
        label={t`Make the admin`}
        busyLabel={t`Making the admin`}
        busy={busy}
      />
    </form>
  );
}
