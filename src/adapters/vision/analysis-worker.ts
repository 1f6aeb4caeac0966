/** Analyses pictures: MobileNetV2 (nsfwjs, the medium one) gives the scores, its last layer but one the features. */
import type * as tensors from "@tensorflow/tfjs";
import { MobileNetV2MidModel } from "nsfwjs/models/mobilenet_v2_mid";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { ANALYSIS_SIDE, type AnalysisResult, type AnalysisJob } from "./messages.ts";
import { FEATURES_LENGTH } from "./port.ts";
import { createProjection } from "./projection.ts";
import { openTensors } from "./tensors.ts";

const SCORES = "Identity";
/** The node whose values the last layer weighs. */
const FEATURES = /feature_vector\/SpatialSqueeze$/;
/** Length of the features inside the network (MobileNetV2 of width 1.4). */
const TRUNK = 1792;

type Tensors = typeof tensors;

async function openNetwork(tf: Tensors) {
  const { modelJson, weightBundles } = MobileNetV2MidModel;
  const { default: model } = await modelJson();
  const bundles = await Promise.all(weightBundles.map((load) => load()));
  const weights = Buffer.concat(bundles.map((bundle) => Buffer.from(bundle.default, "base64")));
  const network = await tf.loadGraphModel({
    load: async () => ({
      modelTopology: model.modelTopology,
      weightSpecs: model.weightsManifest.flatMap((group) => group.weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
      format: model.format,
    }),
  });
  const { node: nodes } = model.modelTopology as { node: { name: string }[] };
  const trunk = nodes.find(({ name }) => FEATURES.test(name))?.name;
  if (trunk === undefined) throw new Error("The network has no layer of features.");
  return (pixels: Uint8Array) =>
    tf.tidy(() => {
      const values = Float32Array.from(pixels, (value) => value / 255);
      const input = tf.tensor4d(values, [1, ANALYSIS_SIDE, ANALYSIS_SIDE, 3]);
      const [scores, features] = network.execute(input, [SCORES, trunk]) as tensors.Tensor[];
      return { scores: scores.dataSync(), features: features.dataSync() };
    });
}

const network = openTensors().then(openNetwork);
const project = createProjection(TRUNK, FEATURES_LENGTH);

yieldToRequests();
servePool<AnalysisJob, AnalysisResult>(async ({ pixels }) => {
  const look = await network;
  const { scores, features } = look(pixels);
  if (features.length !== TRUNK)
    throw new Error(`The network returned ${features.length} features.`);
  return { scores: [...scores], features: project(features) };
});
