/** The network that enlarges pictures: the slim ESRGAN of UpscalerJS, a Keras model. */
import { createNetwork, type Network } from "./onnx.ts";
import { readWeights, transpose, type WeightsManifest } from "./weights.ts";

type Layer = {
  class_name: string;
  name: string;
  config: { kernel_size: number[]; activation: string; size: number[]; axis: number };
  inbound_nodes: [name: string, ...rest: unknown[]][][];
};
export type LayersModel = {
  modelTopology: {
    model_config: { config: { layers: Layer[]; output_layers: [name: string][] } };
  };
  weightsManifest: WeightsManifest;
};

export function convertUpscaler(model: LayersModel, bytes: Uint8Array): Uint8Array {
  const { layers, output_layers: outputs } = model.modelTopology.model_config.config;
  const weights = readWeights(model.weightsManifest, bytes);
  const network: Network = createNetwork("upscaler");
  const results = new Map<string, string>();

  function weightOf(name: string, order?: number[]): string {
    const weight = weights.get(name);
    if (weight === undefined) throw new Error(`no weights are called ${name}`);
    const { shape, values } = order ? transpose(weight, order) : weight;
    return network.floats(shape, values as Float32Array);
  }

  function resultOf({ class_name: kind, name, config }: Layer, inputs: string[]): string {
    switch (kind) {
      case "Conv2D":
        if (config.activation !== "linear") throw new Error(`not known: ${config.activation}`);
        return network.node(
          "Conv",
          [...inputs, weightOf(`${name}/kernel`, [3, 2, 0, 1]), weightOf(`${name}/bias`)],
          { kernel_shape: config.kernel_size, auto_pad: "SAME_UPPER" },
        );
      case "Activation":
        if (config.activation !== "relu") throw new Error(`not known: ${config.activation}`);
        return network.node("Relu", inputs);
      case "Concatenate":
        // The colours, last in Keras, are the second axis here.
        return network.node("Concat", inputs, { axis: 1 });
      case "Add":
        return network.node("Add", inputs);
      case "UpSampling2D": {
        const scales = network.floats([4], [1, 1, ...config.size]);
        return network.node("Resize", [...inputs, "", scales], {
          mode: "nearest",
          nearest_mode: "floor",
          coordinate_transformation_mode: "asymmetric",
        });
      }
      default:
        throw new Error(`not known: ${kind}`);
    }
  }

  const pixels = network.input("pixels", "float", [1, "height", "width", 3]);
  const planes = network.node("Transpose", [pixels], { perm: [0, 3, 1, 2] });
  for (const layer of layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => results.get(name) ?? "");
    results.set(layer.name, layer.class_name === "InputLayer" ? planes : resultOf(layer, inputs));
  }
  const last = results.get(outputs[0][0]) ?? "";
  const larger = network.node("Transpose", [last], { perm: [0, 2, 3, 1] });
  network.output("larger", larger, [1, "larger height", "larger width", 3]);
  return network.toBytes();
}
