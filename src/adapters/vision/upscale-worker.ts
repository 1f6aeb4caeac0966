/** Enlarges pictures tile by tile: the small ESRGAN of UpscalerJS. */
import { Tensor, type InferenceSession } from "onnxruntime-node";
import { servePool, yieldToRequests } from "@echoform/worker-pool/worker";
import type { UpscaleResult, UpscaleJob } from "./messages.ts";
import { openNetwork } from "./networks.ts";
import { planTiles, type Tile } from "./tiles.ts";

const networks = new Map<number, Promise<InferenceSession>>();

function networkFor(factor: 2 | 4): Promise<InferenceSession> {
  const open = networks.get(factor) ?? openNetwork(`upscaler-${factor}.onnx`);
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
  const network = await networkFor(job.factor);
  const enlarged = new Uint8ClampedArray(job.width * job.height * job.factor ** 2 * 3);
  const tiles = planTiles(job.width, job.height);
  for (const [index, tile] of tiles.entries()) {
    const pixels = new Tensor("float32", cut(job, tile), [1, tile.y.size, tile.x.size, 3]);
    const { larger } = await network.run({ pixels });
    paste(enlarged, job, tile, larger.data as Float32Array);
    report((index + 1) / tiles.length);
  }
  return new Uint8Array(enlarged.buffer);
});
