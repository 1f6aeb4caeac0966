/** Shortens long vectors so that those that were near stay near: a fixed random rotation of which a part is kept. */

/** Any fixed number; another one means another FEATURES_VERSION. */
const SEED = 0x5eed_1836;

/** Signs from a 32-bit xorshift: whole numbers only, so every machine makes the same rows. */
function createRandomSigns(seed: number): () => 1 | -1 {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state < 0 ? -1 : 1;
  };
}

function dot(a: Float64Array, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function normalise(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

/**
 * Rows at right angles to one another and to (1, 1, …, 1): what a vector has in common with every other of
 * non-negative parts, its mean, is left out, so that the signs of the result tell something too.
 */
function orthogonalRows(from: number, to: number): Float64Array[] {
  const sign = createRandomSigns(SEED);
  const rows = [normalise(new Float64Array(from).fill(1))];
  while (rows.length <= to) {
    const row = Float64Array.from({ length: from }, sign);
    for (const other of rows) {
      const along = dot(other, row);
      for (let i = 0; i < from; i++) row[i] -= along * other[i];
    }
    rows.push(normalise(row));
  }
  return rows.slice(1);
}

/** @returns a function from vectors of `from` numbers to unit vectors of `to` numbers; all zeros stay so. */
export function createProjection(
  from: number,
  to: number,
): (vector: ArrayLike<number>) => Float32Array {
  const rows = orthogonalRows(from, to);
  return (vector) => {
    const kept = Float64Array.from(rows, (row) => dot(row, vector));
    const length = Math.sqrt(dot(kept, kept));
    return Float32Array.from(kept, (value) => (length === 0 ? 0 : value / length));
  };
}
