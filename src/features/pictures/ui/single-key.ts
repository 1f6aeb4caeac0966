import type { KeyboardEvent as ReactKeyboardEvent } from "react";
import { isSingleKey, singleKeysFlag } from "../../../rules/shortcut.ts";

const typed = "input, textarea, select, [contenteditable]";

/** True for the press of a single key that may act here: see rules/shortcut.ts. */
export function isSingleKeyPress(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { key, ctrlKey: ctrl, metaKey: meta, altKey: alt, target } = event;
  const taken =
    event.defaultPrevented ||
    event.repeat ||
    (target instanceof Element && target.closest(typed) !== null);
  const isOn = localStorage.getItem(singleKeysFlag.name) !== singleKeysFlag.off;
  return isSingleKey({ key, ctrl, meta, alt, taken }, isOn);
}
