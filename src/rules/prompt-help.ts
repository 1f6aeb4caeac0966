import { castLimits } from "./cast-limits.ts";

/** A run of this many words shared by the output and the instructions counts as a leak. */
const tellingRun = 8;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function runsOf(text: string): Set<string> {
  const words = wordsOf(text);
  const count = Math.max(0, words.length - tellingRun + 1);
  return new Set(
    Array.from({ length: count }, (_, at) => words.slice(at, at + tellingRun).join(" ")),
  );
}

/**
 * Whether the output repeats the model's instructions. Words that the member
 * typed do not count.
 */
export function repeatsOrders(answer: string, orders: string, typed: string): boolean {
  const known = runsOf(typed);
  const told = runsOf(orders);
  return [...runsOf(answer)].some((run) => told.has(run) && !known.has(run));
}

/** Cuts after a whole word, where there is one, at most `most` characters long. */
function cut(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const part = characters.slice(0, most).join("");
  const end = part.lastIndexOf(" ");
  return (end > part.length / 2 ? part.slice(0, end) : part).trim();
}

/**
 * A language model's output as a prompt: one paragraph without reasoning, fences, quotation marks around
 * it and characters that nobody sees, at most as long as a prompt may be; empty where nothing is left.
 */
export function cleanAnswer(answer: string): string {
  const plain = answer
    .toWellFormed()
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, " ")
    .replace(/^\s*```[a-z]*\n?|```\s*$/gi, " ")
    .replace(/<\/?words>/gi, " ")
    // Of what cannot be seen only the joiners of letters and emoji stay; line ends become blanks.
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, (sign) =>
      sign === "\u200d" || sign === "\u200c" ? sign : "",
    )
    .replace(/[\p{Z}\p{Cc}]+/gu, " ")
    .trim();
  const [, inner] = /^["“«„'](.*)["”»“']$/su.exec(plain) ?? [];
  return cut((inner ?? plain).trim(), castLimits.prompt.max);
}
