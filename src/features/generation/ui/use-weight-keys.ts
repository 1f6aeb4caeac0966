import { useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { reweighted } from "#app/rules/prompt-weights.ts";

/**
 * Ctrl or Cmd with an arrow up or down changes the weight of the selected words of a text field.
 * @param isOn whether the model reads weights
 * @returns a handler of keys; true when it was such a key
 */
export function useWeightKeys(isOn: boolean, put: (text: string) => void) {
  const wanted = useRef<{ field: HTMLTextAreaElement; from: number; to: number } | null>(null);
  // The text is the field's only after the render.
  useLayoutEffect(() => {
    const { field, from, to } = wanted.current ?? {};
    if (from !== undefined && to !== undefined) field?.setSelectionRange(from, to);
    wanted.current = null;
  });
  return (event: KeyboardEvent): boolean => {
    const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : null;
    const field = event.target;
    if (!isOn || direction === null || !(event.ctrlKey || event.metaKey)) return false;
    if (!(field instanceof HTMLTextAreaElement)) return false;
    const { value: text, selectionStart: from, selectionEnd: to } = field;
    // Without a selection the keys call earlier prompts back.
    if (from === to) return false;
    event.preventDefault();
    const changed = reweighted({ text, from, to }, direction);
    if (changed === null) return true;
    wanted.current = { field, ...changed };
    put(changed.text);
    return true;
  };
}
