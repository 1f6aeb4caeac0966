import { useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Field, PasswordField } from "#app/ui/field.tsx";
import type { FormDefinition, Typed } from "#app/ui/form.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useForm } from "#app/ui/use-form.ts";
import type { OwnPasskey } from "../queries/second-factor.ts";
import { api } from "./api.ts";
import type { FreshFactor } from "./fresh-factor.tsx";

const nameMissing = t`Name is required`;

type AddProps = { hasPassword: boolean; guard: FreshFactor["guard"]; onEnd: () => void };

/** Makes a passkey on this device. */
export function AddPasskey({ hasPassword, guard, onEnd }: AddProps) {
  const { revalidate } = useRevalidator();
  const definition: FormDefinition<typeof api, unknown> = {
    name: "add-passkey",
    fields: ["name", "password"],
    secrets: ["password"],
    check: ({ name = "", password }) => ({
      ...(name.trim() === "" && { name: nameMissing }),
      ...(hasPassword && !password && { password: t`Password is required` }),
    }),
    async send(client, { name = "", password }: Typed) {
      const json = { password: hasPassword ? password : undefined };
      const asked = await guard(() => client.post("/api/passkeys/options", { json }));
      if (!asked.ok) return asked;
      const { addPasskey } = await import("./passkey-client.ts");
      return addPasskey(name, asked.data);
    },
  };
  const { busy, errors, refusal, form } = useForm(definition, api, {
    async onDone(_, { name = "" }) {
      onEnd();
      void showToast("success", t`${name.trim()} added`);
      await revalidate();
    },
  });
  return (
    <form className="mt-3 grid gap-4" {...form}>
      <p className="text-ink-2">
        {t`Your browser asks for your fingerprint, face or PIN and keeps the passkey on this device or in your password manager.`}
      </p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <Field
        label={t`Name`}
        name="name"
        required
        maxLength={80}
        hint={t`So that you know it again, e.g. “Work laptop”.`}
        error={errors.name}
        data-first
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
        className="justify-self-start"
        label={t`Add passkey`}
        busyLabel={t`Adding passkey`}
        busy={busy}
      />
    </form>
  );
}

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onEnd }: { passkey: OwnPasskey; onEnd: () => void }) {
  const { revalidate } = useRevalidator();
  const definition: FormDefinition<typeof api, unknown> = {
    name: "rename-passkey",
    fields: ["name"],
    check: ({ name = "" }): Record<string, string> =>
      name.trim() === "" ? { name: nameMissing } : {},
    send: (client, { name = "" }) =>
      client.patch("/api/passkeys/:id", { param: { id: passkey.id }, json: { name } }),
  };
  const { busy, errors, refusal, form } = useForm(definition, api, {
    async onDone() {
      onEnd();
      await revalidate();
    },
  });
  return (
    <form className="mt-3 grid gap-4" {...form}>
      {refusal && <Alert icon>{refusal}</Alert>}
      <Field
        label={t`Name`}
        name="name"
        required
        maxLength={80}
        defaultValue={passkey.name}
        error={errors.name}
        data-first
      />
      <SubmitButton
        className="justify-self-start"
        label={t`Rename`}
        busyLabel={t`Renaming`}
        busy={busy}
      />
    </form>
  );
}
