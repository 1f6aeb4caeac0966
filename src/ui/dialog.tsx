import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useId, type ReactNode } from "react";
import { t } from "#app/language/message.ts";
import { IconButton } from "./button.tsx";
import { ModalDialog } from "./modal-dialog.tsx";
import "./dialog.css";

type DialogProps = {
  title: string;
  open: boolean;
  onClose: () => void;
  /** For a width of its own. Dialogs nest: a rule by what a dialog contains would match those behind it too. */
  className?: string;
  children: ReactNode;
};

/** A modal dialog with a title and a button that closes it. */
export function Dialog({ title, open, onClose, className = "", children }: DialogProps) {
  const titleId = useId();
  return (
    <ModalDialog
      shown={open ? children : null}
      onClose={onClose}
      labelledBy={titleId}
      className={`dialog ${className}`}
    >
      {(shown) => (
        <div className="dialog-body">
          <h2 className="title-medium pe-10" id={titleId}>
            {title}
          </h2>
          <IconButton className="dialog-close" label={t`Close`} onClick={onClose}>
            <XIcon size={20} />
          </IconButton>
          {shown}
        </div>
      )}
    </ModalDialog>
  );
}
