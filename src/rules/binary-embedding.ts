/** One bit per component of a vector: 1 where it is positive. The share of equal bits estimates the angle of two vectors. */
export function binaryEmbedding(vector: ArrayLike<number>): string {
  return Array.from(vector, (value) => (value > 0 ? "1" : "0")).join("");
}

/** The same bits packed as PostgreSQL sends them: eight in a byte, the first one highest. */
export function packedEmbedding(vector: ArrayLike<number>): Uint8Array {
  const packed = new Uint8Array(Math.ceil(vector.length / 8));
  for (let at = 0; at < vector.length; at += 1) {
    if (vector[at] > 0) packed[at >> 3] |= 0x80 >> (at & 7);
  }
  return packed;
}
