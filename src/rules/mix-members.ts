/** At least so many pictures of others are between two of one member, while the page has them. */
const apart = 3;

/**
 * Reorders a page of a list, newest first, so that nobody fills the first screen: each place goes to the newest picture
 * of a member who is not among the last few, else to whoever was shown longest ago. The first stays the first.
 */
export function mixMembers<T>(newestFirst: readonly T[], memberOf: (item: T) => string): T[] {
  const rest = [...newestFirst];
  const mixed: T[] = [];
  const placeOf = new Map<string, number>();
  while (rest.length > 0) {
    let [chosen, longest] = [0, -1];
    for (const [at, item] of rest.entries()) {
      const place = placeOf.get(memberOf(item));
      const since = place === undefined ? apart : Math.min(apart, mixed.length - 1 - place);
      if (since <= longest) continue;
      [chosen, longest] = [at, since];
      if (since === apart) break;
    }
    const [item] = rest.splice(chosen, 1);
    placeOf.set(memberOf(item), mixed.length);
    mixed.push(item);
  }
  return mixed;
}
