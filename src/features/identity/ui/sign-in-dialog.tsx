import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useState } from "react";
import { createPath, useLocation, useNavigate, useRevalidator } from "react-router";
import { t } from "#app/language/message.ts";
import type { AccountMode } from "#app/rules/account-form.ts";
import { safeNext } from "#app/rules/safe-next.ts";
import { IconButton } from "#app/ui/button.tsx";
import { ModalDialog } from "#app/ui/modal-dialog.tsx";
import { AccountForm } from "./account-form.tsx";
import { useAuthStore } from "./auth.ts";
import type { SignInOptions } from "./sign-in.ts";
import { SignInPicture, type ReadPicture } from "./sign-in-picture.tsx";
import "./account-card.css";

type DialogProps = {
  /** Null while closed. */
  options: SignInOptions | null;
  /** True while the address bar shows /login over the page below. */
  masked: boolean;
  readPicture: ReadPicture;
  onClose: () => void;
};

const titleId = "sign-in-title";

type ContentProps = DialogProps & { options: SignInOptions };

function Content({ options, masked, readPicture, onClose }: ContentProps) {
  const [mode, setMode] = useState<AccountMode>(options.mode ?? "login");
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const store = useAuthStore();
  // Sign-in with Google or by mail returns to this page if there is no other destination.
  const here = createPath(useLocation());
  const next = options.next === undefined ? null : safeNext(options.next);

  async function goOn(isMember: boolean) {
    const { run } = options;
    // The masked dialog is a history entry, which the next page replaces.
    if (!isMember || next === null || !masked) onClose();
    const { user } = store.now();
    if (isMember && run !== undefined && user !== null) run(user);
    else if (isMember && next !== null) await navigate(next, { replace: masked });
    if (isMember) await revalidate();
  }

  return (
    <div className="login-card" data-pictured>
      <SignInPicture readPicture={readPicture} />
      <div className="login-form">
        <IconButton className="dialog-close" label={t`Close`} onClick={onClose}>
          <XIcon size={20} />
        </IconButton>
        <AccountForm
          mode={mode}
          next={next ?? here}
          onMode={setMode}
          onDone={(ended) => void goOn(ended !== "verify")}
          heading="h2"
          headingId={titleId}
        />
      </div>
    </div>
  );
}

/** The sign-in dialog; a bottom sheet on small screens. See docs/product.md 2.9 and 4.3. */
export function SignInDialog(props: DialogProps) {
  const { options, onClose } = props;
  return (
    <ModalDialog className="dialog sign-in" labelledBy={titleId} shown={options} onClose={onClose}>
      {(given) => <Content {...props} options={given} />}
    </ModalDialog>
  );
}
