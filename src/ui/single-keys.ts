import { isSingleKey, singleKeysFlag, type Pressed } from "../rules/shortcut.ts";

/** Whether single-key shortcuts are switched on in this browser (the `?` dialog switches them). */
export function singleKeysOn(): boolean {
  return localStorage.getItem(singleKeysFlag.name) !== singleKeysFlag.off;
}

export function switchSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(singleKeysFlag.name);
  else localStorage.setItem(singleKeysFlag.name, singleKeysFlag.off);
}

/** What the rules of shortcuts need to know of a key press. */
export function pressedOf(event: KeyboardEvent): Pressed {
  const { target } = event;
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=radio],[type=checkbox]), textarea, select"));
  return {
    key: event.key,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    taken: typing || event.defaultPrevented,
  };
}

/** For a listener of single keys (L, C, R, Z …): true when this press may act. */
export function mayActOnKey(event: KeyboardEvent): boolean {
  return isSingleKey(pressedOf(event), singleKeysOn());
}
