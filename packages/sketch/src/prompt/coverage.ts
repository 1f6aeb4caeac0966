/** Which words of a prompt were used and which had no effect. */
import { isContentWord } from "./function-words.ts";
import type { Reading } from "./reading.ts";

export type Coverage = { understood: string[]; ignored: string[] };

/**
 * Every content word of the prompt in exactly one of two lists, in order of first use. Words
 * understood together stay together ("golden hour"); a word understood once counts as understood.
 */
export function coverage({ words, claims, claimOf }: Reading): Coverage {
  const content = words.map(({ form }) => isContentWord(form));
  const known = new Set(words.filter((_, i) => content[i] && claimOf[i] >= 0).map((w) => w.form));
  const listed = new Set<string>();
  const phrases = new Map<number, string[]>();
  const ignored: string[] = [];
  for (const [i, { form, text }] of words.entries()) {
    if (!content[i] || listed.has(form)) continue;
    if (!known.has(form)) {
      ignored.push(text);
    } else if (claimOf[i] >= 0) {
      const phrase = phrases.get(claimOf[i]) ?? [];
      phrase.push(text);
      phrases.set(claimOf[i], phrase);
    } else {
      continue;
    }
    listed.add(form);
  }
  const order = [...phrases.keys()].toSorted((a, b) => claims[a].at - claims[b].at);
  return { understood: order.map((number) => phrases.get(number)!.join(" ")), ignored };
}
