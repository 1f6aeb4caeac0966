import { useState } from "react";
import { useRevalidator } from "react-router";
import { T, plural, t } from "#app/language/message.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { SecondFactorFacts } from "../queries/second-factor.ts";
import { api } from "./api.ts";
import { useFreshFactor } from "./fresh-factor.tsx";
import { PasswordStep } from "./password-step.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";
import { When } from "./when.tsx";

type TwoFactorPanelProps = {
  factors: SecondFactorFacts;
  hasPassword: boolean;
  /** Whether this admin has to prove a second factor before they are one. */
  isRequired: boolean;
};

type Open = { show: "setup" } | { show: "off" } | { show: "codes"; codes: string[] };

const titles: Record<Open["show"], string> = {
  setup: t`Turn on two-factor sign-in`,
  off: t`Turn off two-factor sign-in`,
  codes: t`New recovery codes`,
};

function fewLeft(left: number): string {
  return plural(left, "# recovery code left", "# recovery codes left");
}

/** Two-factor sign-in of the member: on, off, and recovery codes. */
export function TwoFactorPanel({ factors, hasPassword, isRequired }: TwoFactorPanelProps) {
  const { onSince, recoveryCodesLeft: left } = factors;
  const [open, setOpen] = useState<Open | null>(null);
  const { guard, dialog } = useFreshFactor();
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const { run: renew, busy } = useMutation(
    () => guard(() => api.post("/api/two-factor/recovery-codes")),
    { onDone: ({ recoveryCodes }) => setOpen({ show: "codes", codes: recoveryCodes }) },
  );

  async function close(said?: string) {
    setOpen(null);
    if (said !== undefined) void showToast("success", said);
    // The setup may have turned it on before it was closed.
    await revalidate();
  }

  return (
    <section className="panel" aria-labelledby="two-factor">
      <h2 className="title-small" id="two-factor" tabIndex={-1}>
        {t`Two-factor sign-in`}
      </h2>
      {isRequired && (
        <Alert calm icon className="mt-3">
          {t`Admins of this site need a second factor. The admin pages open once you have set one up`}
          {factors.passkeys.length > 0 && t`, or signed in with your passkey`}.
        </Alert>
      )}
      <p className="mt-1 text-ink-2">
        {onSince === null ? (
          t`A code from an app on your phone, asked for after your password. Whoever learns your password cannot sign in with it alone.`
        ) : (
          <>
            <T>
              On since <When at={onSince} />, {fewLeft(left)}.
            </T>
          </>
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {onSince === null ? (
          <Button look="soft" disabled={!hydrated} onClick={() => setOpen({ show: "setup" })}>
            {t`Turn on`}
          </Button>
        ) : (
          <>
            <Button look="soft" disabled={!hydrated || busy} onClick={() => void renew()}>
              {t`New recovery codes`}
            </Button>
            <Button look="soft" disabled={!hydrated} onClick={() => setOpen({ show: "off" })}>
              {t`Turn off`}
            </Button>
          </>
        )}
      </div>
      {open !== null && (
        <Dialog title={titles[open.show]} open onClose={() => void close()}>
          {open.show === "setup" && (
            <TwoFactorSetup
              hasPassword={hasPassword}
              guard={guard}
              onEnd={() => void close(t`Two-factor sign-in is on`)}
            />
          )}
          {open.show === "off" && (
            <PasswordStep
              name="factor-off"
              hasPassword={hasPassword}
              label={t`Turn off`}
              busyLabel={t`Turning off`}
              send={(password) =>
                guard(() => api.post("/api/two-factor/off", { json: { password } }))
              }
              onDone={() => close(t`Two-factor sign-in is off`)}
            >
              <p className="text-ink-2">
                {t`Your password alone signs in then. Your recovery codes are deleted; your passkeys stay.`}
              </p>
            </PasswordStep>
          )}
          {open.show === "codes" && (
            <RecoveryCodes codes={open.codes} onDone={() => void close()} />
          )}
        </Dialog>
      )}
      {dialog}
    </section>
  );
}
