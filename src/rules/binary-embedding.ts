/** A bit for each number of a vector: 1 where it is above zero. The share of equal bits tells the angle of two vectors. */
export function binaryEmbedding(vector: ArrayLike<number>): string {
  return Array.from(vector, (value) => (value > 0 ? "1" : "0")).join("");
}
