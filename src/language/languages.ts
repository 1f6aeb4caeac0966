/** The languages of the interface and how each is written. */

export const languages = {
  en: { name: "English", direction: "ltr", intl: "en" },
  de: { name: "Deutsch", direction: "ltr", intl: "de" },
  // Western digits, as in the prompts, prices and addresses beside them.
  ar: { name: "العربية", direction: "rtl", intl: "ar-u-nu-latn" },
  // English with accents and longer words, for tests: what is still plain there is in no message file.
  "en-XA": { name: "[Ƥšéûðö]", direction: "ltr", intl: "en" },
} as const satisfies Record<string, { name: string; direction: "ltr" | "rtl"; intl: string }>;

export type Language = keyof typeof languages;

/** The language of the sources, of whatever is not translated and of whoever asks for no other. */
export const sourceLanguage = "en" satisfies Language;

/** Languages that are offered and answered to; the pseudo-language only to who names it. */
export const offered = ["en", "de", "ar"] as const satisfies readonly Language[];

/** Languages with a file in `messages/`. */
export const translated = ["de", "ar"] as const satisfies readonly Language[];

/** The cookie with the chosen language. */
export const languageCookie = "language";

export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(languages, value);
}
