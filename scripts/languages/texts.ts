import { readFileSync } from "node:fs";
import path from "node:path";
import { languages, translated, type Language } from "../../src/language/languages.ts";
import { parseMessage, type Message } from "../../src/language/message-format.ts";
import { pseudo } from "../../src/language/pseudo.ts";
import { quote } from "./compile-message.ts";

/** What code is compiled for: a language with its messages. */
export type Target = {
  language: Language;
  intl: string;
  /** The message of a key; the English text where it is not translated. */
  message(key: string): Message;
  /** The code of locale("en-GB") and its like; null for undefined. */
  fact(fact: "locale" | "language" | "direction", english: string): string | null;
};

/** The file with the messages of a language, if it has one. */
export function messageFile(root: string, language: Language): string | null {
  const has = translated.some((each) => each === language);
  return has ? path.join(root, "messages", `${language}.json`) : null;
}

export function openTarget(root: string, language: Language): Target {
  const file = messageFile(root, language);
  const texts =
    file === null ? {} : (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  const { intl, direction } = languages[language];
  return {
    language,
    intl,
    message(key) {
      const message = parseMessage(texts[key] ?? key);
      return language === "en-XA" ? pseudo(message) : message;
    },
    fact(fact, english) {
      if (fact === "language") return quote(language);
      if (fact === "direction") return direction === "rtl" ? quote("rtl") : null;
      return quote(intl === "en" ? english : intl);
    },
  };
}
