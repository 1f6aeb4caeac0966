/** The order of a member's own waiting casts (docs/product.md 4.17). */

/** A cast that was begun and waits again comes before all that the member has ordered. */
export const begunPriority = 1_000;

/**
 * A list with one id moved.
 * @param before the id that comes right after it then; null for the end
 * @returns null where one of them is not in the list
 */
export function movedBefore(
  ids: readonly string[],
  id: string,
  before: string | null,
): string[] | null {
  const from = ids.indexOf(id);
  if (from === -1) return null;
  if (before === id) return [...ids];
  const rest = ids.toSpliced(from, 1);
  const to = before === null ? rest.length : rest.indexOf(before);
  return to === -1 ? null : rest.toSpliced(to, 0, id);
}

/** Priorities that keep this order before casts that come later, which have 0. */
export function prioritiesOf(ids: readonly string[]): number[] {
  return ids.map((_, index) => ids.length - index);
}
