/** Enlarges pictures tile by tile: the small ESRGAN of UpscalerJS. */
import { readFile } from "node:fs/promises";
import type * as tensors from "@tensorflow/tfjs";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { UpscaleResult, UpscaleJob } from "./messages.ts";
import { openTensors } from "./tensors.ts";
import { planTiles, type Tile } from "./tiles.ts";

type Network = (values: Float32Array, height: number, width: number) => Float32Array;
type Model = { modelTopology: object; weightsManifest: tensors.io.WeightsManifestConfig };

const tf = openTensors();
const networks = new Map<number, Promise<Network>>();

async function openNetwork(factor: number): Promise<Network> {
  const { loadLayersModel, tensor4d, tidy } = await tf;
  const entry = import.meta.resolve("@upscalerjs/esrgan-slim");
  const folder = `${entry.slice(0, entry.lastIndexOf("/dist/"))}/models/x${factor}/`;
  const model = JSON.parse(await readFile(new URL(`${folder}model.json`), "utf8")) as Model;
  const names = model.weightsManifest.flatMap((group) => group.paths);
  const files = await Promise.all(names.map((name) => readFile(new URL(folder + name))));
  const weights = Buffer.concat(files);
  const network = await loadLayersModel({
    load: async () => ({
      modelTopology: model.modelTopology,
      weightSpecs: model.weightsManifest.flatMap((group) => group.weights),
      weightData: weights.buffer.slice(weights.byteOffset, weights.byteOffset + weights.length),
    }),
  });
  return (values, height, width) =>
    tidy(() => {
      const larger = network.predict(tensor4d(values, [1, height, width, 3])) as tensors.Tensor;
      return larger.dataSync() as Float32Array;
    });
}

function networkFor(factor: number): Promise<Network> {
  const open = networks.get(factor) ?? openNetwork(factor);
  networks.set(factor, open);
  return open;
}

/** The window of a tile, as numbers from 0 to 255, which is what the network was taught on. */
function cut({ pixels, width }: UpscaleJob, { x, y }: Tile): Float32Array {
  const values = new Float32Array(x.size * y.size * 3);
  for (let row = 0; row < y.size; row++) {
    const from = ((y.from + row) * width + x.from) * 3;
    values.set(pixels.subarray(from, from + x.size * 3), row * x.size * 3);
  }
  return values;
}

/** Puts the kept part of an enlarged tile in its place. */
function paste(into: Uint8ClampedArray, job: UpscaleJob, { x, y }: Tile, larger: Float32Array) {
  const { width, factor } = job;
  for (let row = 0; row < y.length * factor; row++) {
    const source = (((y.start - y.from) * factor + row) * x.size + (x.start - x.from)) * factor * 3;
    const target = ((y.start * factor + row) * width + x.start) * factor * 3;
    const line = larger.subarray(source, source + x.length * factor * 3);
    // Rounds to the nearest whole number and keeps within 0 and 255.
    into.set(line, target);
  }
}

yieldToRequests();
servePool<UpscaleJob, UpscaleResult>(async (job, { report }) => {
  const enlarge = await networkFor(job.factor);
  const enlarged = new Uint8ClampedArray(job.width * job.height * job.factor ** 2 * 3);
  const tiles = planTiles(job.width, job.height);
  for (const [index, tile] of tiles.entries()) {
    paste(enlarged, job, tile, enlarge(cut(job, tile), tile.y.size, tile.x.size));
    report((index + 1) / tiles.length);
  }
  return new Uint8Array(enlarged.buffer);
});
