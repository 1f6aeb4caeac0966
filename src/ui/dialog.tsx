import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useEffect, useId, useRef, type ReactNode } from "react";

type DialogProps = { title: string; open: boolean; onClose: () => void; children: ReactNode };

/** A modal dialog: the browser's own keeps focus inside, closes on Escape and gives focus back. */
export function Dialog({ title, open, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element?.open === false) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      {...{ closedby: "any" }}
    >
      {open && (
        <div className="dialog-body">
          <h2 className="h-m pr-10" id={titleId}>
            {title}
          </h2>
          <button type="button" className="ib dialog-close" aria-label="Close" onClick={onClose}>
            <XIcon size={20} />
          </button>
          {children}
        </div>
      )}
    </dialog>
  );
}
