/** One bit per component of a vector: 1 where it is positive. The share of equal bits estimates the angle of two vectors. */
export function binaryEmbedding(vector: ArrayLike<number>): string {
  return Array.from(vector, (value) => (value > 0 ? "1" : "0")).join("");
}
