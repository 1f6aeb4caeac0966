/** Keys that work on every page (design reference, section 8). */

export type Shortcut = "search" | "generate" | "keys" | "theme";

export type Pressed = {
  key: string;
  ctrl: boolean;
  meta: boolean;
  alt: boolean;
  /** The focus is in a text field, or another part of the page has handled the key. */
  taken: boolean;
};

/** The local flag that switches single keys off, with its value. */
export const singleKeysFlag = { name: "singleKeys", off: "off" } as const;

const singleKeys: Record<string, Shortcut> = { "/": "search", g: "generate", "?": "keys" };

/** True for a single key that may act: no modifier, not while typing, not if the user switched them off. */
export function isSingleKey({ ctrl, meta, alt, taken }: Pressed, switchedOn: boolean): boolean {
  return switchedOn && !taken && !ctrl && !meta && !alt;
}

/**
 * What a key press asks for. The theme's Ctrl or Cmd+J (docs/product.md 2.12) works everywhere. All single keys can be
 * switched off, `?` included (WCAG 2.1.4): the dialog that switches them on again is in the menu of every page too.
 */
export function shortcutOf(pressed: Pressed, switchedOn: boolean): Shortcut | null {
  const key = pressed.key.toLowerCase();
  if (key === "j" && (pressed.ctrl || pressed.meta) && !pressed.alt) return "theme";
  return Object.hasOwn(singleKeys, key) && isSingleKey(pressed, switchedOn)
    ? singleKeys[key]
    : null;
}
