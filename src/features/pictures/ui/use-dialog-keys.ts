import { useLayoutEffect } from "react";
import { nextArrow, previousArrow } from "#app/ui/reading-direction.ts";
import { isSingleKeyPress } from "#app/ui/single-keys.ts";
import type { Steps } from "./use-steps.ts";
import { isCovered } from "./use-picture-tools.tsx";

/** The arrow keys step to the neighbours, I toggles the details (design reference, section 8). */
export function useDialogKeys(
  part: { current: HTMLElement | null },
  { previous, next }: Pick<Steps, "previous" | "next">,
  onDetails: () => void,
): void {
  // With the same frame as the picture: a key pressed right after it appears must not step from the one before.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isArrow = key === previousArrow || key === nextArrow;
      const isTyping = target instanceof Element && target.closest("input, textarea") !== null;
      if (isCovered(part.current) || isTyping) return;
      if (isArrow && !ctrlKey && !metaKey && !altKey && !shiftKey) {
        if (key === previousArrow) previous?.();
        else next?.();
      } else if (key.toLowerCase() === "i" && isSingleKeyPress(event)) onDetails();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
