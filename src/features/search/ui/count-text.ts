import { locale, m, plural } from "#app/language/message.ts";

/** How many were found; `isMore` when counting stopped at the most that is counted. */
export type Total = { count: number; isMore: boolean };

/** E.g. "1,000+". */
export const countText = ({ count, isMore }: Total): string =>
  count.toLocaleString(locale("en")) + (isMore ? "+" : "");

/** E.g. "1,000+ images". */
export function imagesText(total: Total): string {
  const text = countText(total);
  return plural(total.count, m`${text} image`, m`${text} images`);
}
