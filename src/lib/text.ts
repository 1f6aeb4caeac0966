import { z } from "zod";
import { t } from "#app/language/message.ts";

/**
 * Untrusted text; every text field of a body, a query or a header uses it. It refuses what PostgreSQL cannot store
 * (NUL) and what is no Unicode text (a surrogate without its other half, which JSON can spell and UTF-8 cannot).
 * @param message says that the value is missing
 */
export function text(message?: () => string) {
  return z
    .string(message && { error: message })
    .refine((value) => !value.includes("\0"), {
      error: () => t`Must not contain the character NUL`,
      abort: true,
    })
    .refine((value) => value.isWellFormed(), {
      error: () => t`Must be well-formed text: it has half a character`,
      abort: true,
    });
}

/**
 * Trimmed text, counted in characters rather than code units.
 * @param blank message for text that is empty after trimming
 */
export function words(limits: { min: number; max: number; blank?: () => string }) {
  return text()
    .trim()
    .refine((value) => Array.from(value).length >= limits.min, {
      error: limits.blank ?? (() => t`Must not be blank`),
    })
    .refine((value) => Array.from(value).length <= limits.max, {
      error: () => t`Must have at most ${limits.max} characters`,
    });
}
