import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { languages, sourceLanguage, type Language, type translated } from "./languages.ts";
import { parseMessage, formatMessage, type Message } from "./message-format.ts";
import { pseudo } from "./pseudo.ts";

/**
 * The language of the request that is being answered. Requests run side by side, so it goes along with each of them and is
 * kept nowhere else. Pages do not need it: a page's code is built once for each language.
 */
const spoken = new AsyncLocalStorage<Language>();

type Texts = Readonly<Record<string, string>>;

const files: Partial<Record<Language, URL>> = {
  de: new URL("../../messages/de.json", import.meta.url),
  ar: new URL("../../messages/ar.json", import.meta.url),
} satisfies Record<(typeof translated)[number], URL>;
const texts = new Map<Language, Texts>();
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

/** The texts of a language; read when it is first spoken, for each takes more than 1 MB. */
function textsOf(language: Language): Texts {
  const known = texts.get(language);
  if (known !== undefined) return known;
  const file = files[language];
  const found = file === undefined ? {} : (JSON.parse(readFileSync(file, "utf8")) as Texts);
  texts.set(language, found);
  return found;
}

function messageOf(language: Language, key: string): Message {
  const text = textsOf(language)[key] ?? key;
  let message = parsed.get(text);
  if (message === undefined) parsed.set(text, (message = parseMessage(text)));
  return language === "en-XA" ? pseudo(message) : message;
}

/** A message in the language of the present request. @param key its English text */
export function sayMessage(key: string, values: readonly unknown[]): string {
  const language = spokenLanguage();
  return formatMessage(messageOf(language, key), values, languages[language].intl);
}
