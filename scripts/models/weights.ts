/** Reads the weights of TensorFlow.js models, as `model.json` describes them. */

export type WeightSpec = {
  name: string;
  shape: number[];
  dtype: "float32" | "int32";
  quantization?: { dtype: "uint8"; scale: number; min: number };
};
export type WeightsManifest = { paths: string[]; weights: WeightSpec[] }[];

export type Weight = {
  shape: readonly number[];
  /** As stored: one byte a number where it is quantized, else four. */
  values: Float32Array | Uint8Array;
  /** A quantized number q means `q * scale + min`. */
  quantization: { scale: number; min: number } | null;
};

export function readWeights(manifest: WeightsManifest, bytes: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  let offset = 0;
  for (const { name, shape, dtype, quantization = null } of manifest.flatMap(
    (one) => one.weights,
  )) {
    const count = shape.reduce((product, side) => product * side, 1);
    const length = count * (quantization ? 1 : 4);
    const data = Uint8Array.from(bytes.subarray(offset, offset + length));
    offset += length;
    if (dtype !== "float32") continue;
    const values = quantization ? data : new Float32Array(data.buffer);
    weights.set(name, { shape, values, quantization });
  }
  if (offset !== bytes.length) throw new Error(`${bytes.length - offset} bytes are left over`);
  return weights;
}

/** The axes in another order, as `numpy.transpose` does it. */
export function transpose({ shape, values, quantization }: Weight, order: number[]): Weight {
  const steps = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
  const sides = order.map((axis) => shape[axis]);
  const moved = values.slice();
  const place = sides.map(() => 0);
  for (let to = 0; to < values.length; to++) {
    moved[to] = values[place.reduce((sum, at, axis) => sum + at * steps[order[axis]], 0)];
    for (let axis = sides.length - 1; axis >= 0; axis--) {
      place[axis] += 1;
      if (place[axis] < sides[axis]) break;
      place[axis] = 0;
    }
  }
  return { shape: sides, values: moved, quantization };
}
