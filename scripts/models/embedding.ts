/**
 * The network that reads texts: the Universal Sentence Encoder lite, two layers of a transformer. The saved graph works
 * on several texts of different lengths, with masks; this one reads one text, so that nothing has to be masked.
 */
import { createNetwork, type Network } from "./onnx.ts";
import { readWeights, type Weight, type WeightsManifest } from "./weights.ts";

export type SavedModel = { weightsManifest: WeightsManifest };

const HEADS = 4;
const EPSILON = 1e-6;
const EMBEDDING_LENGTH = 512;
const TRANSFORMER = "Encoder_en/KonaTransformer/Encode";

/** The bits of the nearest number of 16 bits; the weights are all within its range. */
function toHalf(values: Float32Array): Uint8Array {
  return new Uint8Array(new Float16Array(values).buffer);
}

export function convertEmbedding(model: SavedModel, bytes: Uint8Array): Uint8Array {
  const weights = readWeights(model.weightsManifest, bytes);
  const network: Network = createNetwork("embedding");
  const { node, floats } = network;

  function found(part: string): Weight {
    const names = [...weights.keys()].filter((name) => name.includes(part));
    if (names.length !== 1) throw new Error(`${names.length} weights have ${part} in their names`);
    return weights.get(names[0]) as Weight;
  }
  /** Matrices have 16 bits a number in the file and 32 in the memory; that moves a result by less than 1e-4. */
  function matrix(part: string): string {
    const { shape, values } = found(part);
    const sides = shape.filter((side, axis) => side !== 1 || axis > 1);
    const stored = network.constant("float16", sides, toHalf(values as Float32Array));
    return node("Cast", [stored], { to: 1 });
  }
  function vector(part: string): string {
    const { values } = found(part);
    return floats([values.length], values as Float32Array);
  }
  const dense = (from: string, kernel: string, bias: string) =>
    node("Add", [node("MatMul", [from, matrix(kernel)]), vector(bias)]);
  const norm = (from: string, part: string) =>
    node(
      "LayerNormalization",
      [from, vector(`${part}/layer_norm_scale`), vector(`${part}/layer_norm_bias`)],
      { axis: -1, epsilon: { float: EPSILON } },
    );

  /** From words x length to heads x words x (length / heads). */
  function heads(from: string, length: number): string {
    const shape = network.integers([0, HEADS, length / HEADS]);
    return node("Transpose", [node("Reshape", [from, shape])], { perm: [1, 0, 2] });
  }

  function attention(from: string, layer: string, length: number): string {
    const part = `${layer}/MultiheadAttention`;
    const all = dense(
      from,
      `${part}/qkv_transform_single/kernel`,
      `${part}/qkv_transform_single/bias`,
    );
    const thirds = network.nodes("Split", [all, network.integers([length, length, length])], 3, {
      axis: 1,
    });
    const [query, key, value] = thirds.map((third) => heads(third, length));
    const scaled = node("Mul", [query, floats([], [1 / Math.sqrt(length / HEADS)])]);
    const likeness = node("MatMul", [scaled, node("Transpose", [key], { perm: [0, 2, 1] })]);
    const mixed = node("MatMul", [node("Softmax", [likeness], { axis: -1 }), value]);
    const joined = node("Reshape", [
      node("Transpose", [mixed], { perm: [1, 0, 2] }),
      network.integers([0, length]),
    ]);
    return dense(
      joined,
      `${part}/output_transform_single/kernel`,
      `${part}/output_transform_single/bias`,
    );
  }

  function feedForward(from: string, layer: string): string {
    const part = `${layer}/FFN`;
    const stack = `TransformerStack/${part}`;
    const first = node("Relu", [
      dense(
        norm(from, `${part}/layer_prepostprocess/layer_norm`),
        `${stack}/conv1/Tensordot/Reshape_1`,
        `${part}/conv1/bias`,
      ),
    ]);
    return dense(first, `${stack}/conv2/Tensordot/Reshape_1`, `${part}/conv2/bias`);
  }

  const tokens = network.input("tokens", "int64", ["words"]);
  const words = node("Gather", [matrix("Embeddings_en"), tokens]);
  const count = node("Shape", [words], { start: 0, end: 1 });
  const one = network.integers([1]);
  const scalar = node("Squeeze", [count]);
  const places = node("Range", [
    node("Squeeze", [network.integers([0])]),
    scalar,
    node("Squeeze", [one]),
  ]);
  const rates = found("TimingSignal/ExpandDims_1");
  const angles = node("Mul", [
    node("Unsqueeze", [node("Cast", [places], { to: 1 }), one]),
    floats([1, rates.values.length], rates.values as Float32Array),
  ]);
  const timing = node("Concat", [node("Sin", [angles]), node("Cos", [angles])], { axis: 1 });
  // The saved network counts the words twice, with the places and without.
  const input = node("Add", [words, node("Add", [words, timing])]);

  const first = "Layer_0/TransformerLayer";
  const widened = dense(input, `${TRANSFORMER}/${first}/dense/kernel`, `${first}/dense/bias`);
  const read = norm(input, `${first}/layer_prepostprocess/layer_norm`);
  const attended = node("Add", [attention(read, first, 256), widened]);
  const once = node("Add", [feedForward(attended, first), attended]);

  const second = "Layer_1/TransformerLayer";
  const again = norm(once, `${second}/layer_prepostprocess/layer_norm`);
  const attendedAgain = node("Add", [attention(again, second, 512), once]);
  const twice = node("Add", [feedForward(attendedAgain, second), attendedAgain]);

  const mean = node("ReduceMean", [twice], { axes: [0], keepdims: 1 });
  const meaning = node("Tanh", [dense(mean, "tanh_layer_0/weights", "tanh_layer_0/bias")]);
  const unit = node("LpNormalization", [meaning], { axis: 1, p: 2 });
  network.output("meaning", unit, [1, EMBEDDING_LENGTH]);
  return network.toBytes();
}
