import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { useRef, useState } from "react";
import { T, t } from "#app/language/message.ts";
import { Button } from "#app/ui/button.tsx";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { firstClick } from "#app/ui/first-click.ts";
import { showToast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { OwnPasskey } from "../queries/second-factor.ts";
import { api } from "./api.ts";
import { useFreshFactor } from "./fresh-factor.tsx";
import { AddPasskey, RenamePasskey } from "./passkey-forms.tsx";
import { When } from "./when.tsx";
import "#app/ui/chip.css";
import "./two-factor.css";

type RowProps = {
  passkey: OwnPasskey;
  disabled: boolean;
  onRename: () => void;
  onRemove: () => void;
};

function PasskeyRow({ passkey, disabled, onRename, onRemove }: RowProps) {
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="passkey">
      <KeyIcon size={22} />
      <div className="passkey-text">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {name}
          {isSynced && <span className="chip chip-small">{t`Synced`}</span>}
        </p>
        <p className="facts-line">
          <span>
            <T>
              Added <When at={createdAt} />
            </T>
          </span>
          <span>
            {lastUsedAt === null ? (
              t`Not used yet`
            ) : (
              <>
                <T>
                  Last used <When at={lastUsedAt} time />
                </T>
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        look="quiet"
        size="small"
        disabled={disabled}
        aria-label={t`Rename ${name}`}
        onClick={onRename}
      >
        {t`Rename`}
      </Button>
      <Button
        look="soft"
        size="small"
        disabled={disabled}
        aria-label={t`Remove ${name}`}
        onClick={firstClick(onRemove)}
      >
        {t`Remove`}
      </Button>
    </li>
  );
}

type PasskeyPanelProps = { passkeys: readonly OwnPasskey[]; hasPassword: boolean };

/** The member's passkeys. */
export function PasskeyPanel({ passkeys, hasPassword }: PasskeyPanelProps) {
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const { guard, dialog } = useFreshFactor();
  const [open, setOpen] = useState<"add" | OwnPasskey | null>(null);
  const { run: remove, busy } = useMutation(
    ({ id }: OwnPasskey) => guard(() => api.delete("/api/passkeys/:id", { param: { id } })),
    {
      reloads: true,
      // One that is gone already counts as removed.
      countsAsDone: 404,
      onDone(_, { name }) {
        heading.current?.focus();
        void showToast("success", t`${name} removed`, {
          description: t`It may still be listed by your device or password manager.`,
        });
      },
    },
  );
  const close = () => setOpen(null);

  return (
    <section className="panel" aria-labelledby="passkeys">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div>
          <h2 className="title-small" id="passkeys" ref={heading} tabIndex={-1}>
            {t`Passkeys`}
          </h2>
          <p className="text-13 text-ink-2">
            {t`Sign in with your fingerprint, face or PIN in place of a password.`}
          </p>
        </div>
        <Button look="soft" size="small" disabled={!hydrated} onClick={() => setOpen("add")}>
          {t`Add a passkey`}
        </Button>
      </div>
      {passkeys.length === 0 ? (
        <p className="text-ink-2">{t`You have none yet.`}</p>
      ) : (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              disabled={busy || !hydrated}
              onRename={() => setOpen(passkey)}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      )}
      {open !== null && (
        <Dialog
          title={open === "add" ? t`Add a passkey` : t`Rename the passkey`}
          open
          onClose={close}
        >
          {open === "add" ? (
            <AddPasskey hasPassword={hasPassword} guard={guard} onEnd={close} />
          ) : (
            <RenamePasskey passkey={open} onEnd={close} />
          )}
        </Dialog>
      )}
      {dialog}
    </section>
  );
}
