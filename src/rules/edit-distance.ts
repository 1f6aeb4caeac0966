/**
 * How many letters must be added, left out, changed or swapped with their neighbour to make one word of the other
 * (optimal string alignment).
 */
export function editDistance(from: string, to: string): number {
  const x = Array.from(from);
  const y = Array.from(to);
  let before: number[] = [];
  let above = Array.from({ length: y.length + 1 }, (_, index) => index);
  for (let i = 1; i <= x.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= y.length; j += 1) {
      const changed = above[j - 1] + (x[i - 1] === y[j - 1] ? 0 : 1);
      let least = Math.min(changed, above[j] + 1, row[j - 1] + 1);
      const isSwap = i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1];
      if (isSwap) least = Math.min(least, before[j - 2] + 1);
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[y.length];
}
