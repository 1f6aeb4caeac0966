import { useState } from "react";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { deletedThings, deletionGraceDays, keptThings } from "#app/rules/deletion.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import type { FormDefinition } from "#app/ui/form.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { forgetMembers } from "#app/ui/set-aside.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { tellTabs } from "#app/features/identity/ui/auth-channel.ts";
import { useFreshFactor, type FreshFactor } from "#app/features/identity/ui/fresh-factor.tsx";
import { api } from "./api.ts";
import "./deletion.css";

type Asked = { key: string; dueAt: string };

function definitionOf(
  hasPassword: boolean,
  guard: FreshFactor["guard"],
): FormDefinition<typeof api, Asked> {
  return {
    name: "delete-account",
    fields: hasPassword ? ["username", "password"] : ["username"],
    secrets: ["password"],
    check: ({ username, password }) => ({
      ...(!username?.trim() && { username: t`Type your username` }),
      ...(hasPassword && !password && { password: t`Password is required` }),
    }),
    send: (client, { username = "", password }) =>
      guard(() =>
        client.post("/api/account/deletion", {
          json: { username, ...(hasPassword && { password }) },
        }),
      ),
  };
}

/** Asks for what shows that it is the member, and for their username, so that nobody does it by mistake. */
function AskForm({ hasPassword, guard }: { hasPassword: boolean; guard: FreshFactor["guard"] }) {
  const { busy, errors, refusal, typed, form } = useForm(definitionOf(hasPassword, guard), api, {
    // The session has ended: a new page, without what this one knows of the member.
    onDone: ({ key }) => {
      tellTabs("signed-out");
      forgetMembers();
      location.assign(paths.appeal(key));
    },
  });
  return (
    <form className="deletion-form" {...form}>
      <p className="text-ink-2">
        {t`Your account is off at once. You have ${deletionGraceDays} days to keep it: sign in, or use the link in the mail.`}
      </p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <Field
        label={t`Your username`}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={typed.username}
        error={errors.username}
      />
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
        danger
        className="justify-self-start"
        label={t`Delete my account`}
        busyLabel={t`Asking`}
        busy={busy}
      />
    </form>
  );
}

/** What goes and what stays when an account is deleted, the export, and the way to ask for it. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const hydrated = useHydrated();
  const { guard, dialog } = useFreshFactor();
  return (
    <section className="panel deletion" aria-labelledby="delete-account">
      <h2 className="title-small" id="delete-account">
        {t`Delete your account`}
      </h2>
      <p className="mt-1 text-ink-2">
        {t`For ${deletionGraceDays} days you can change your mind. Then it is for good.`}
      </p>
      <div className="deletion-lists">
        <div>
          <h3>{t`What is deleted`}</h3>
          <ul>
            {deletedThings().map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t`What stays`}</h3>
          <ul>
            {keptThings().map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className="mt-4">
        <a className="link" href="#export">
          {t`Export your data first`}
        </a>
      </p>
      <Button danger className="mt-4" disabled={!hydrated} onClick={() => setOpen(true)}>
        {t`Delete my account`}
      </Button>
      <Dialog title={t`Delete your account?`} open={isOpen} onClose={() => setOpen(false)}>
        <AskForm hasPassword={hasPassword} guard={guard} />
      </Dialog>
      {dialog}
    </section>
  );
}
