import { useEffect, useRef, type RefObject } from "react";

/** What takes Escape before the page does: a modal dialog, or an open menu. */
const above = "dialog:modal, [popover=auto]:popover-open";

/**
 * Closes the composer's settings on Escape and on a press outside. Escape returns the focus to their button, so that it
 * is not lost with the field that had it.
 */
export function useDismiss(
  form: RefObject<HTMLFormElement | null>,
  open: boolean,
  close: () => void,
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const over = new AbortController();
    const { signal } = over;
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        if (document.querySelector(above) !== null) return;
        event.preventDefault();
        latest.current();
        form.current?.querySelector<HTMLElement>("[aria-controls=settings]")?.focus();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!(target instanceof Node) || form.current?.contains(target)) return;
        latest.current();
      },
      { signal },
    );
    return () => over.abort();
  }, [open, form]);
}
