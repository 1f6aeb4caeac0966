import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import { isSingleKey, singleKeysFlag, type Pressed } from "#app/rules/shortcut.ts";
import { readStored, writeStored } from "./stored.ts";

const typed = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** Whether single-key shortcuts are enabled in this browser (the `?` dialog toggles them). */
export function singleKeysOn(): boolean {
  return readStored(singleKeysFlag.name) !== singleKeysFlag.off;
}

export function switchSingleKeys(on: boolean) {
  writeStored(singleKeysFlag.name, on ? null : singleKeysFlag.off);
}

/** Whether a key is pressed in a text field. */
export function isTyping({ target }: KeyboardEvent | ReactKeyboardEvent): boolean {
  return target instanceof Element && target.closest(typed) !== null;
}

/** The parts of a key press that the shortcut rules need; auto-repeat is ignored. */
export function pressedOf(event: KeyboardEvent | ReactKeyboardEvent): Pressed {
  const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt } = event;
  return { key, ctrl, meta, alt, taken: isTyping(event) || event.repeat || event.defaultPrevented };
}

/** True if this is a single key (L, C, R, Z …) that may act here: see rules/shortcut.ts. */
export function isSingleKeyPress(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  return isSingleKey(pressedOf(event), singleKeysOn());
}
