import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import "./dialog.css";

/** What a dialog shows stays this long after closing, in ms. See docs/product.md 4.3. */
export const clearDelayMs = 300;

type ModalDialogProps<Shown> = {
  /** What is shown; null closes the dialog. */
  shown: Shown | null;
  /** The visitor pressed Escape or outside; whoever opened it sets `shown` to null. */
  onClose: () => void;
  /** Id of the heading that names it. */
  labelledBy: string;
  className?: string;
  style?: CSSProperties;
  children: (shown: Shown) => ReactNode;
};

/**
 * A modal dialog on the browser's own: it keeps focus inside, closes on Escape and outside, and gives focus back.
 * What it showed is cleared 300 ms after closing, so that it can leave in one piece. Focus begins on what has
 * `data-first`, else on the first control.
 */
export function ModalDialog<Shown>(props: ModalDialogProps<Shown>) {
  const { shown, onClose, labelledBy, className = "dialog", style, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // The event of closing it from here comes later, when it may be open again: it is no wish of the visitor.
  const ownClosings = useRef(0);
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
      ownClosings.current += 1;
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
      // React lets the event of a dialog inside this one bubble, which the browser does not.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        if (ownClosings.current > 0) ownClosings.current -= 1;
        else if (isOpen) onClose();
      }}
      {...{ closedby: "any" }}
    >
      {content !== null && children(content)}
    </dialog>
  );
}
