/** Masks, and pictures that are changed where one is white; the pixels are worked on in a thread. */
import { createWorkerPool } from "@echoform/worker-pool";
import sharp from "sharp";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { sniff } from "#app/lib/sniff.ts";
import { decoding, decodingError, inspect, prepareSeconds, unreadable } from "../decoding.ts";
import { bufferOf } from "../file-metadata.ts";
import { isMovingPng } from "../png-chunks.ts";
import type { ReadMask } from "../port.ts";
import type { EditJob, EditResult } from "./messages.ts";

const idleMs = 30_000;
const silentMs = 60_000;
const heapMb = 256;
/** Pictures that may wait; whoever brings them is bounded before. */
const queue = 128;

export type Editor = {
  readMask(input: Uint8Array): Promise<ReadMask>;
  close(): Promise<void>;
};

/** Grey pixels as a PNG of one channel. */
function asGreyPng(grey: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** The pixels of a PNG in three or four bytes each, in memory of their own. */
async function pixelsOf(input: Uint8Array) {
  const { data, info } = await sharp(input, decoding)
    .timeout({ seconds: prepareSeconds })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    pixels: new Uint8Array(data),
    channels: info.channels === 4 ? 4 : 3,
    width,
    height,
  } as const;
}

export function createEditor(): Editor {
  const pool = createWorkerPool<EditJob, EditResult>({
    name: "edits",
    file: new URL("./worker.ts", import.meta.url),
    heapMb,
    idleMs,
    silentMs,
    queue,
  });
  return {
    async readMask(input) {
      if (sniff(input) !== "png") {
        throw new AppError("unsupported-media-type", { detail: t`A mask must be a PNG` });
      }
      await inspect(input);
      try {
        if (isMovingPng(bufferOf(input))) throw unreadable(t`Animated pictures are not accepted`);
        const { pixels, channels, width, height } = await pixelsOf(input);
        const transfer = [pixels.buffer];
        const [grey, isBlack] = await pool.call({ kind: "grey", pixels, channels }, { transfer });
        return { bytes: await asGreyPng(grey, width, height), width, height, isBlack };
      } catch (error) {
        throw error instanceof AppError ? error : decodingError(error);
      }
    },
    close: () => pool.close(),
  };
}
