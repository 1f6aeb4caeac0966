/**
 * Times as lexemes of the search index: recent pictures can be looked up together with a word, so that only they are
 * read.
 */

/** Eight days: about 30,000 pictures on a site with a million per year. */
const periodMs = 8 * 24 * 60 * 60 * 1_000;

const nameOf = (period: number) => `#t.${period}`;

/** The period of a timestamp, as a lexeme. */
export const periodOf = (time: Date): string => nameOf(Math.floor(time.getTime() / periodMs));

/** All periods of a time range; none if the range is reversed. */
export function periodsBetween(from: Date, to: Date): string[] {
  const first = Math.floor(from.getTime() / periodMs);
  const last = Math.floor(to.getTime() / periodMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => nameOf(first + at));
}
