/** The network that looks at pictures: MobileNetV2 1.4 of nsfwjs ("mid"), whose convolutions TensorFlow.js has fused. */
import { createNetwork, type Attributes, type Network } from "./onnx.ts";
import { readWeights, transpose, type Weight, type WeightsManifest } from "./weights.ts";

type Attribute = { s?: string; i?: string; list?: { s?: string[]; i?: string[] } };
type Node = { name: string; op: string; input?: string[]; attr?: Record<string, Attribute> };
export type GraphModel = { modelTopology: { node: Node[] }; weightsManifest: WeightsManifest };

/** The node whose values the last layer weighs. */
const FEATURES = /feature_vector\/SpatialSqueeze$/;
const SCORES = "Identity";
const SIDE = 224;

const text = (base64: string) => Buffer.from(base64, "base64").toString();

/** A constant of the network; quantized ones stay so in the file and are computed once, when it is loaded. */
function weightOf(network: Network, { shape, values, quantization }: Weight): string {
  if (quantization === null) return network.floats(shape, Float32Array.from(values));
  const stored = network.constant("uint8", shape, values as Uint8Array);
  const scaled = network.node("Mul", [
    network.node("Cast", [stored], { to: 1 }),
    network.floats([], [quantization.scale]),
  ]);
  return network.node("Add", [scaled, network.floats([], [quantization.min])]);
}

function convolution({ op, attr = {} }: Node, { shape }: Weight): Attributes {
  const strides = (attr.strides?.list?.i ?? []).slice(1, 3).map(Number);
  const isDepthwise = op === "FusedDepthwiseConv2dNative";
  return {
    kernel_shape: shape.slice(0, 2),
    strides,
    // TensorFlow's SAME puts the odd pixel at the end.
    auto_pad: text(attr.padding?.s ?? "") === "SAME" ? "SAME_UPPER" : "VALID",
    group: isDepthwise ? shape[2] : 1,
  };
}

export function convertClassifier(model: GraphModel, bytes: Uint8Array): Uint8Array {
  const weights = readWeights(model.weightsManifest, bytes);
  const network = createNetwork("classifier");
  /** Results by the names of the nodes that give them; pictures are channels first here. */
  const results = new Map<string, string>();
  const of = (name: string) => {
    const known = results.get(name);
    if (known !== undefined) return known;
    const weight = weights.get(name);
    if (weight === undefined) throw new Error(`nothing is called ${name}`);
    return weightOf(network, weight);
  };

  function activated(node: Node, value: string): string {
    const fused = (node.attr?.fused_ops?.list?.s ?? []).map(text);
    if (fused[0] !== "BiasAdd" || fused.length > 2) throw new Error(`not known: ${fused.join()}`);
    if (fused.length === 1) return value;
    if (fused[1] !== "Relu6") throw new Error(`not known: ${fused[1]}`);
    return network.node("Clip", [value, network.floats([], [0]), network.floats([], [6])]);
  }

  function convolve(node: Node): string {
    const [from, kernel, bias] = node.input ?? [];
    const weight = weights.get(kernel);
    if (weight === undefined) throw new Error(`no weights for ${node.name}`);
    // Height, width, in, out become out, in, height, width; a depthwise one has its channels in the third place.
    const order = node.op === "_FusedConv2D" ? [3, 2, 0, 1] : [2, 3, 0, 1];
    const values = weightOf(network, transpose(weight, order));
    const inputs = [of(from), values, of(bias)];
    return activated(node, network.node("Conv", inputs, convolution(node, weight)));
  }

  function resultOf(node: Node): string {
    const inputs = node.input ?? [];
    switch (node.op) {
      case "_FusedConv2D":
      case "FusedDepthwiseConv2dNative":
        return convolve(node);
      case "Mul":
      case "Sub":
        return network.node(node.op, inputs.map(of));
      case "AddV2":
        return network.node("Add", inputs.map(of));
      case "AvgPool":
        // Its window is all that is left of the picture, 7 x 7.
        return network.node("GlobalAveragePool", inputs.map(of));
      case "Squeeze":
        return network.node("Flatten", inputs.map(of));
      case "_FusedMatMul":
        return network.node("Gemm", inputs.map(of));
      case "Softmax":
        return network.node("Softmax", inputs.map(of), { axis: 1 });
      case "Identity":
        return of(inputs[0]);
      default:
        throw new Error(`not known: ${node.op}`);
    }
  }

  const pixels = network.input("pixels", "uint8", ["pictures", SIDE, SIDE, 3]);
  const planes = network.node("Transpose", [pixels], { perm: [0, 3, 1, 2] });
  const fractions = network.node("Div", [
    network.node("Cast", [planes], { to: 1 }),
    network.floats([], [255]),
  ]);
  for (const node of model.modelTopology.node) {
    if (node.op === "Placeholder") results.set(node.name, fractions);
    else if (node.op !== "Const") results.set(node.name, resultOf(node));
  }
  const trunk = model.modelTopology.node.find(({ name }) => FEATURES.test(name));
  if (trunk === undefined) throw new Error("the network has no layer of features");
  network.output("scores", of(SCORES), ["pictures", 5]);
  network.output("features", of(trunk.name), ["pictures", 1792]);
  return network.toBytes();
}
