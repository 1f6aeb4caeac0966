import { useEffect, useRef, type RefObject } from "react";
import { useModal } from "#app/ui/modal.tsx";

/** Puts the cursor at the end of the prompt. Not on touch screens, where the keyboard would cover half of the page. */
export function focusPrompt(form: HTMLFormElement | null): void {
  if (!matchMedia("(hover: hover)").matches) return;
  const prompt = form?.querySelector("textarea");
  prompt?.focus({ preventScroll: true });
  prompt?.setSelectionRange(prompt.value.length, prompt.value.length);
}

/** Puts the cursor into the prompt when the studio opens, also when it is opened from itself (GENERATE+, G, Remix). */
export function usePromptFocus(form: RefObject<HTMLFormElement | null>): void {
  // A dialog over the studio changes the address, but not this; closing it returns the focus by itself.
  const { pageKey } = useModal();
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (opened.current === pageKey) return;
    opened.current = pageKey;
    if (document.querySelector("dialog:modal") === null) focusPrompt(form.current);
  }, [pageKey, form]);
}
