/**
 * Texts of the interface. The English text is the message's key; other languages are in `messages/`. The build of the pages
 * takes these calls out (scripts/languages): each language has its own files with its texts in them. They run as they are
 * written only in what the server runs from source: the API and mails.
 */
import type { ReactNode } from "react";
import { languages, sourceLanguage, type Language } from "./languages.ts";
import { keyOf, pluralKey } from "./message-format.ts";
import { sayMessage, spokenLanguage } from "./spoken.ts";

type Value = string | number;

/** A part of a message that is none by itself: a form of a plural with values. */
export type Draft = { strings: readonly string[]; values: readonly Value[] };

/** A message: t`Like ${title}`. */
export function t(strings: TemplateStringsArray, ...values: readonly Value[]): string {
  return sayMessage(keyOf(strings), values);
}

/** A form of a plural with values: plural(count, m`1 picture of ${name}`, m`# pictures of ${name}`). */
export function m(strings: TemplateStringsArray, ...values: readonly Value[]): Draft {
  return { strings, values };
}

const drafted = (form: string | Draft): Draft =>
  typeof form === "string" ? { strings: [form], values: [] } : form;

/** A message by a count; `#` is the count. Both forms name the same values in the same order. */
export function plural(count: number, one: string | Draft, other: string | Draft): string {
  const [first, second] = [drafted(one), drafted(other)];
  return sayMessage(pluralKey(keyOf(first.strings), keyOf(second.strings)), [
    count,
    ...second.values,
  ]);
}

/** A sentence with elements in it: <T>Read the <Link to={…}>terms</Link>.</T> */
export function T({ children }: { children: ReactNode }): ReactNode {
  return children;
}

/** The tag for Intl. @param english the one that is used in English */
export function locale(english: "en" | "en-GB"): string {
  const language = spokenLanguage();
  return language === sourceLanguage ? english : languages[language].intl;
}

/** The language itself, e.g. for `lang`. */
export function language(): Language {
  return spokenLanguage();
}

/** The direction for `dir`; undefined from left to right. */
export function direction(): "rtl" | undefined {
  return languages[spokenLanguage()].direction === "rtl" ? "rtl" : undefined;
}
