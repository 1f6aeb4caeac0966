/** Seconds in the two largest units that are not zero, e.g. "3 d 4 h". */
export function formatSeconds(seconds: number): string {
  const units = [
    ["d", Math.floor(seconds / 86_400)],
    ["h", Math.floor(seconds / 3600) % 24],
    ["min", Math.floor(seconds / 60) % 60],
    ["s", Math.floor(seconds) % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return "0 s";
  return units
    .slice(first, first + 2)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(" ");
}

/** Whole seconds from one ISO time to another, never negative. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}
