import { locale } from "#app/language/message.ts";

/** Counting stops here: no page walks through everything that somebody has. */
export const countedAtMost = {
  /** Pictures of a creator, and what came to the newest of them. */
  pictures: 1_000,
  /** Likes, remixes and follows within some days. */
  events: 10_000,
  /** Creators whom a member follows. */
  follows: 1_000,
} as const;

/** A count that stopped at `most`: "12", "1,000+". */
export function formatCounted(count: number, most: number): string {
  return `${count.toLocaleString(locale("en"))}${count >= most ? "+" : ""}`;
}
