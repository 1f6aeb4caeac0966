import { z } from "zod";
import type { Language } from "#app/language/languages.ts";
import { spokenLanguage } from "#app/language/spoken.ts";

/** What zod says of an input where a schema has no words of its own. */
const messages = {
  en: z.locales.en().localeError,
  de: z.locales.de().localeError,
  ar: z.locales.ar().localeError,
  "en-XA": z.locales.en().localeError,
} as const satisfies Record<Language, z.core.$ZodErrorMap>;

/** Has the general messages about inputs said in the language of the request. */
export function sayInputsInLanguages(): void {
  z.config({ localeError: (issue) => messages[spokenLanguage()](issue) });
}
