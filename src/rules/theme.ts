/** Light and dark (docs/product.md 2.12): light by default, or what the system prefers. */

import { t } from "#app/language/message.ts";

export const themeChoices = ["light", "dark", "system"] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = "light" | "dark";

/** The local flag that stores the choice (docs/product.md 3.2). */
export const themeKey = "theme";

/** The choice in a stored flag; anything unknown is the default. */
export function themeChoice(stored: string | null): ThemeChoice {
  return stored === "dark" || stored === "system" ? stored : "light";
}

/** The theme to show for a choice. */
export function themeOf(choice: ThemeChoice, systemPrefersDark: boolean): Theme {
  if (choice === "system") return systemPrefersDark ? "dark" : "light";
  return choice;
}

/** The other theme, for Ctrl or Cmd+J. */
export function otherTheme(theme: Theme): Theme {
  return theme === "dark" ? "light" : "dark";
}

/** The toast after a toggle (docs/product.md 8.4). */
export function themeNotice(theme: Theme): string {
  return theme === "dark" ? t`Theme toggled to Dark` : t`Theme toggled to Light`;
}
