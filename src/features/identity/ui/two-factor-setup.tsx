import { useState } from "react";
import { t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import type { FormDefinition } from "#app/ui/form.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { api } from "./api.ts";
import { CodeField } from "./code-field.tsx";
import type { FreshFactor } from "./fresh-factor.tsx";
import { PasswordStep } from "./password-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { codeMissing } from "./second-step-definition.ts";
import "./two-factor.css";

type NewApp = { secret: string; uri: string; qr: string };

const confirmDefinition: FormDefinition<typeof api, { recoveryCodes: string[] }> = {
  name: "confirm-app",
  fields: ["code"],
  secrets: ["code"],
  check: ({ code = "" }) => (code.trim() === "" ? { code: codeMissing } : {}),
  send: (client, { code = "" }) => client.post("/api/two-factor/confirm", { json: { code } }),
};

type ScanProps = { app: NewApp; onDone: (codes: string[]) => void };

function Scan({ app, onDone }: ScanProps) {
  const { secret, uri, qr } = app;
  const { busy, errors, refusal, form } = useForm(confirmDefinition, api, {
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <form className="mt-3 grid gap-4" {...form}>
      <p className="text-ink-2">
        {t`Scan this with an authenticator app, or open it `}
        <a className="link" href={uri}>
          {t`on this device`}
        </a>
        .
      </p>
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={t`QR code for the authenticator app`}
        width={200}
        height={200}
      />
      <p className="text-13 text-ink-2">
        {t`Or type this key into the app: `}
        <code className="totp-secret text-ink">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      {refusal && <Alert icon>{refusal}</Alert>}
      <CodeField appOnly error={errors.code} />
      <SubmitButton
        className="justify-self-start"
        label={t`Turn on`}
        busyLabel={t`Turning on`}
        busy={busy}
      />
    </form>
  );
}

type TwoFactorSetupProps = {
  hasPassword: boolean;
  guard: FreshFactor["guard"];
  /** Called once the factor is on and its recovery codes were kept. */
  onEnd: () => void;
};

/** Turns two-factor sign-in on: password, QR code and first code, recovery codes. */
export function TwoFactorSetup({ hasPassword, guard, onEnd }: TwoFactorSetupProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onEnd} />;
  if (app !== null) return <Scan app={app} onDone={setCodes} />;
  return (
    <PasswordStep
      name="begin-app"
      hasPassword={hasPassword}
      label={t`Continue`}
      busyLabel={t`Continuing`}
      send={(password) => guard(() => api.post("/api/two-factor/app", { json: { password } }))}
      onDone={setApp}
    >
      <p className="text-ink-2">
        {t`You need an app on your phone that shows codes, such as Aegis, 1Password or Google Authenticator. Your other sessions end when two-factor sign-in is turned on.`}
      </p>
    </PasswordStep>
  );
}
