import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import "./dialog.css";

/** How long a dialog's content is kept after closing, in ms. See docs/product.md 4.3. */
export const clearDelayMs = 300;

type ModalDialogProps<Shown> = {
  /** The content; null closes the dialog. */
  shown: Shown | null;
  /** Called after Escape or a press outside; the caller sets `shown` to null. */
  onClose: () => void;
  /** Id of the heading that labels it. */
  labelledBy: string;
  className?: string;
  style?: CSSProperties;
  children: (shown: Shown) => ReactNode;
};

/**
 * A modal dialog based on the native element: it traps focus, closes on Escape and on a press outside, and restores
 * focus. Its content is cleared 300 ms after closing, so that the closing animation keeps it. The initial focus is on
 * the element with `data-first`, else on the first control.
 */
export function ModalDialog<Shown>(props: ModalDialogProps<Shown>) {
  const { shown, onClose, labelledBy, className = "dialog", style, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // The close event comes later, when the dialog may be open again: these are known already.
  const knownClosings = useRef(0);
  const [content, setContent] = useState(shown);
  const isOpen = shown !== null;
  if (isOpen && content !== shown) setContent(shown);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    if (isOpen) {
      if (!element.open) element.showModal();
      element.querySelector<HTMLElement>("[data-first]")?.focus();
      return undefined;
    }
    if (element.open) {
      knownClosings.current += 1;
      element.close();
    }
    const timer = setTimeout(() => setContent(null), clearDelayMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={className}
      style={style}
      aria-labelledby={labelledBy}
      // React lets the events of a nested dialog bubble, which the browser does not.
      onCancel={({ target, currentTarget }) => {
        if (target !== currentTarget || !isOpen) return;
        // The next key may arrive before the close event.
        knownClosings.current += 1;
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        if (knownClosings.current > 0) knownClosings.current -= 1;
        else if (isOpen) onClose();
      }}
      {...{ closedby: "any" }}
    >
      {content !== null && children(content)}
    </dialog>
  );
}
