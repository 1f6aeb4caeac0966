import { AsyncLocalStorage } from "node:async_hooks";
import ar from "../../messages/ar.json" with { type: "json" };
import de from "../../messages/de.json" with { type: "json" };
import { languages, sourceLanguage, type Language } from "./languages.ts";
import { parseMessage, formatMessage, type Message } from "./message-format.ts";
import { pseudo } from "./pseudo.ts";

/**
 * The language of the request that is being answered. Requests run side by side, so it goes along with each of them and is
 * kept nowhere else. Pages do not need it: a page's code is built once for each language.
 */
const spoken = new AsyncLocalStorage<Language>();

const texts: Partial<Record<Language, Readonly<Record<string, string>>>> = { de, ar };
const parsed = new Map<string, Message>();

/** Does some work in a language. */
export function speaking<T>(language: Language, work: () => T): T {
  return spoken.run(language, work);
}

/** Does some work in English: for what is stored and read by everybody. */
export function inEnglish<T>(work: () => T): T {
  return spoken.run(sourceLanguage, work);
}

/** The language of the present request; English outside of requests. */
export function spokenLanguage(): Language {
  return spoken.getStore() ?? sourceLanguage;
}

function messageOf(language: Language, key: string): Message {
  const text = texts[language]?.[key] ?? key;
  let message = parsed.get(text);
  if (message === undefined) parsed.set(text, (message = parseMessage(text)));
  return language === "en-XA" ? pseudo(message) : message;
}

/** A message in the language of the present request. @param key its English text */
export function sayMessage(key: string, values: readonly unknown[]): string {
  const language = spokenLanguage();
  return formatMessage(messageOf(language, key), values, languages[language].intl);
}
