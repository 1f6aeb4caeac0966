/** Analyses pictures: MobileNetV2 (nsfwjs, the medium one) gives the scores, its last layer but one the features. */
import os from "node:os";
import { Tensor } from "onnxruntime-node";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import { ANALYSIS_SIDE, type AnalysisJob, type AnalysisResult } from "./messages.ts";
import { openNetwork } from "./networks.ts";
import { FEATURES_LENGTH } from "./port.ts";
import { createProjection } from "./projection.ts";

/** Length of the features inside the network (MobileNetV2 of width 1.4). */
const TRUNK = 1792;

/** Pictures come in thousands, and this network sets the pace of their import; whatever else there is has priority. */
const threads = Math.min(2, os.availableParallelism());

const opened = openNetwork("classifier.onnx", { threads });
const project = createProjection(TRUNK, FEATURES_LENGTH);

yieldToRequests();
servePool<AnalysisJob, AnalysisResult[]>(async ({ pictures }) => {
  const network = await opened;
  const results: AnalysisResult[] = [];
  // One at a time: several in one run take as much CPU time, more memory, and no less time.
  for (const picture of pictures) {
    const pixels = new Tensor("uint8", picture, [1, ANALYSIS_SIDE, ANALYSIS_SIDE, 3]);
    const { scores, features } = await network.run({ pixels });
    results.push({
      scores: [...(scores.data as Float32Array)],
      features: project(features.data as Float32Array),
    });
  }
  return results;
});
