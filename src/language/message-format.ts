/**
 * The format of messages, a part of ICU's MessageFormat with numbered arguments: "Like {0}",
 * "{0, plural, one {# picture} other {# pictures}}", "Read the <0>terms</0>". `#` is the counted number. An apostrophe
 * quotes a brace or angle bracket: "'{'".
 */

export type Part =
  | string
  | { argument: number }
  | { count: number }
  | { plural: number; forms: Readonly<Record<string, readonly Part[]>> }
  | { element: number; content: readonly Part[] };

export type Message = readonly Part[];

type Reader = { text: string; at: number };

function fail({ text, at }: Reader, why: string): never {
  throw new Error(`Message "${text}", character ${at + 1}: ${why}`);
}

function take(reader: Reader, pattern: RegExp, what: string): RegExpExecArray {
  const sticky = new RegExp(pattern, "y");
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.text);
  if (found === null) return fail(reader, `expected ${what}`);
  reader.at = sticky.lastIndex;
  return found;
}

function readArgument(reader: Reader): Part {
  const number = Number(take(reader, /\{\s*(\d+)\s*/, "an argument")[1]);
  if (reader.text[reader.at] === "}") {
    reader.at += 1;
    return { argument: number };
  }
  take(reader, /,\s*plural\s*,\s*/, "plural");
  const forms: Record<string, Part[]> = {};
  while (reader.text[reader.at] !== "}") {
    const form = take(reader, /(zero|one|two|few|many|other)\s*\{/, "a plural form")[1];
    forms[form] = readParts(reader, number, "}");
    take(reader, /\}\s*/, "}");
  }
  reader.at += 1;
  if (forms["other"] === undefined) return fail(reader, 'a plural needs the form "other"');
  return { plural: number, forms };
}

function readParts(reader: Reader, counted: number | null, end: string): Part[] {
  const parts: Part[] = [];
  let literal = "";
  const put = (part: Part) => {
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push(part);
  };
  while (reader.at < reader.text.length) {
    const { text, at } = reader;
    const quoted = /'([{}<>#])'/y;
    quoted.lastIndex = at;
    const mark = quoted.exec(text);
    if (mark !== null) {
      literal += mark[1];
      reader.at += 3;
    } else if (end !== "" && text.startsWith(end, at)) {
      break;
    } else if (text[at] === "{") {
      put(readArgument(reader));
    } else if (text[at] === "#" && counted !== null) {
      put({ count: counted });
      reader.at += 1;
    } else if (/^<\d+>/.test(text.slice(at, at + 8))) {
      const element = Number(take(reader, /<(\d+)>/, "an element")[1]);
      const content = readParts(reader, counted, `</${element}>`);
      take(reader, new RegExp(`</${element}>`), `</${element}>`);
      put({ element, content });
    } else {
      if (text[at] === "}") fail(reader, "a brace that nothing opened");
      literal += text[at];
      reader.at += 1;
    }
  }
  if (literal !== "") parts.push(literal);
  return parts;
}

/** @throws Error that names the message and the character */
export function parseMessage(text: string): Message {
  const reader = { text, at: 0 };
  const parts = readParts(reader, null, "");
  if (reader.at < text.length) fail(reader, "unexpected end");
  return parts;
}

/** Literal text as it stands in a message. After an apostrophe the other marks are quoted too: it would begin their quotes. */
export function quoteMessage(text: string): string {
  return text.replaceAll(/[{}]|<(?=\/?\d)|(?<=')[<>#]/g, "'$&'");
}

/** The key of a template: its text with numbered arguments. */
export function keyOf(strings: readonly string[]): string {
  return strings.reduce(
    (all, text, i) => `${all}${i > 0 ? `{${i - 1}}` : ""}${quoteMessage(text)}`,
    "",
  );
}

/** The key of a plural from the keys of its two English forms, whose arguments begin at 0; the count comes before them. */
export function pluralKey(one: string, other: string): string {
  const moved = (key: string) => key.replaceAll(/\{(\d+)\}/g, (_, at) => `{${Number(at) + 1}}`);
  return `{0, plural, one {${moved(one)}} other {${moved(other)}}}`;
}

/** A message as text. @param intl the language tag for numbers and plurals */
export function formatMessage(message: Message, values: readonly unknown[], intl: string): string {
  return message
    .map((part) => {
      if (typeof part === "string") return part;
      if ("argument" in part) return String(values[part.argument]);
      if ("count" in part) return Number(values[part.count]).toLocaleString(intl);
      if ("element" in part) return formatMessage(part.content, values, intl);
      const form = new Intl.PluralRules(intl).select(Number(values[part.plural]));
      return formatMessage(part.forms[form] ?? part.forms["other"], values, intl);
    })
    .join("");
}
