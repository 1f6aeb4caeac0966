import type { Message, Part } from "./message-format.ts";

const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const accented = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

const accent = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)]);

function spread(part: Part): Part {
  if (typeof part === "string") return accent(part);
  if ("element" in part) return { ...part, content: part.content.map(spread) };
  if (!("plural" in part)) return part;
  const forms = Object.entries(part.forms).map(([form, parts]) => [form, parts.map(spread)]);
  return { ...part, forms: Object.fromEntries(forms) as Record<string, Part[]> };
}

/** A message with accents, in brackets and a third longer: shows what is in no message file and what has too little room. */
export function pseudo(message: Message): Message {
  const length = message.reduce(
    (sum, part) => sum + (typeof part === "string" ? part.length : 8),
    0,
  );
  return ["[", ...message.map(spread), `${"~".repeat(Math.ceil(length / 3))}]`];
}
