import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";

/** Control and invisible formatting characters, except the joiners of scripts and emoji. */
const forbidden = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const visible = /[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

/** True when a line has no characters that hide, reorder or break text. */
function isPlainLine(text: string): boolean {
  return !forbidden.test(text);
}

/** True for text with a visible character. */
function isVisible(text: string): boolean {
  return visible.test(text);
}

const normal = text().transform((given) => given.normalize("NFKC").trim());

/** One line, NFKC, trimmed, without control characters, at most `max` characters. */
function line(max: number) {
  return normal
    .refine((text) => text.length <= max, { error: () => t`At most ${max} characters` })
    .refine(isPlainLine, { error: () => t`Control characters are not allowed` });
}

/** Like `line`, but missing, null and blank all mean null. */
export function optionalLine(max: number) {
  return line(max)
    .nullable()
    .transform((text) => (text === "" ? null : text));
}

/** The name people see; "Name is required" is the sentence of docs/product.md 5.1. */
export const nameInput = normal
  .refine(isVisible, { error: () => t`Name is required` })
  .pipe(line(80));

/** An address for mail, NFKC, in lower case. */
export const emailInput = line(254)
  .transform((text) => text.toLowerCase())
  .pipe(z.email({ error: () => t`This is not an e-mail address` }));
