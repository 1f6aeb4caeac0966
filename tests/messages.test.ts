import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages, translated, type Language } from "#app/language/languages.ts";
import { parseMessage, type Message } from "#app/language/message-format.ts";
import { sourceMessages } from "../scripts/languages/list.ts";

const root = new URL("../", import.meta.url);
const messages = sourceMessages(root.pathname);
const textsOf = (language: Language | "en") =>
  JSON.parse(readFileSync(new URL(`messages/${language}.json`, root), "utf8")) as Record<
    string,
    string
  >;

/** The values and elements of a message, and whether each plural has all forms of a language. */
function partsOf(message: Message, intl: string): string[] {
  const forms = new Intl.PluralRules(intl).resolvedOptions().pluralCategories;
  return message.flatMap((part) => {
    if (typeof part === "string" || "count" in part) return [];
    if ("argument" in part) return [`{${part.argument}}`];
    if ("element" in part) return [`<${part.element}>`, ...partsOf(part.content, intl)];
    const lacking = forms.filter((form) => part.forms[form] === undefined);
    const inside = Object.values(part.forms).flatMap((each) => partsOf(each, intl));
    return [`plural ${part.plural}`, ...lacking.map((form) => `no form ${form}`), ...inside];
  });
}

test("the list of messages is that of the sources: `npm run messages` writes it", () => {
  expect(messages.size).toBeGreaterThan(200);
  expect(textsOf("en")).toEqual(Object.fromEntries(messages));
});

test.each(translated)("every message is translated to %s, and nothing else", (language) => {
  expect(Object.keys(textsOf(language)).toSorted()).toEqual([...messages.keys()].toSorted());
});

// Sentences are put beside others: space at their ends counts.
const ends = (text: string) => [/^\s*/, /\s*$/].map((end) => end.exec(text)?.[0]);

test.each(translated)("every text in %s has the values and elements of its message", (language) => {
  const { intl } = languages[language];
  const shown = (text: string, tag: string) => ({
    parts: [...new Set(partsOf(parseMessage(text), tag))].toSorted(),
    ends: ends(text),
  });
  for (const [key, text] of Object.entries(textsOf(language))) {
    expect({ key, ...shown(text, intl) }).toEqual({ key, ...shown(key, "en") });
  }
});
