/** Masks, and pictures that are changed where one is white; the pixels are worked on in a thread. */
import { createWorkerPool } from "@echoform/worker-pool";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { sharp } from "#app/lib/sharp.ts";
import { sniff } from "#app/lib/sniff.ts";
import { newSidesOf, workAreaOf, type Box, type DrawableSizes } from "#app/rules/edit-area.ts";
import { editedSize, type EditShape } from "#app/rules/edit-limits.ts";
import { decoding, decodingError, inspect, prepareSeconds, unreadable } from "../decoding.ts";
import { bufferOf } from "../file-metadata.ts";
import { pixelsOfOriginal } from "../originals.ts";
import { isMovingPng } from "../png-chunks.ts";
import type { FinishedEdit, OpenEdit, ReadMask } from "../port.ts";
import { maskFor, sourceFor } from "./engine-view.ts";
import type { EditJob, EditResult } from "./messages.ts";
import { asLosslessFile } from "./result-file.ts";

const idleMs = 30_000;
const silentMs = 60_000;
const heapMb = 256;
/** Pictures that may wait; whoever brings them is bounded before. */
const queue = 128;

export type Editor = {
  readMask(input: Uint8Array): Promise<ReadMask>;
  open(
    source: Uint8Array,
    mask: Uint8Array | null,
    shape: EditShape,
    sizes: DrawableSizes,
  ): Promise<OpenEdit | null>;
  finish(edit: OpenEdit, source: Uint8Array, drawn: Uint8Array): Promise<FinishedEdit>;
  close(): Promise<void>;
};

/** Grey pixels as a PNG of one channel. */
function asGreyPng(grey: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 6 })
    .toBuffer();
}

const opened = (input: Uint8Array) => sharp(input, decoding).timeout({ seconds: prepareSeconds });

/** The pixels of a PNG in three or four bytes each, in memory of their own. */
async function pixelsOf(input: Uint8Array) {
  const { data, info } = await opened(input)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = info.channels === 4 ? 4 : 3;
  return { pixels: new Uint8Array(data), channels, width, height } as const;
}

/** The pixels of a stored mask, one byte each. */
async function maskPixels(mask: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await opened(mask).extractChannel(0).raw().toBuffer());
}

/** What an engine drew, as large as the area that it is for. */
async function drawnPixels(drawn: Uint8Array, { width, height }: Box) {
  await inspect(drawn);
  const pixels = await opened(drawn)
    .autoOrient()
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .resize(width, height, { fit: "fill" })
    .removeAlpha()
    .raw()
    .toBuffer();
  return new Uint8Array(pixels);
}

/** Runs `work`; what cannot be decoded is said as for any other picture. */
async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : decodingError(error);
  }
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
      const { channels: given, depth, hasAlpha } = await inspect(input);
      const isGrey = given === 1 && depth === "uchar" && !hasAlpha;
      return decoded(async () => {
        if (isMovingPng(bufferOf(input))) throw unreadable(t`Animated pictures are not accepted`);
        const { pixels, channels, width, height } = await pixelsOf(input);
        const job = { kind: "grey", pixels, channels } as const;
        const result = await pool.call(job, { transfer: [pixels.buffer] });
        const [grey, isBlack] = result as [Uint8Array, boolean];
        return { bytes: await asGreyPng(grey, width, height), width, height, isBlack, isGrey };
      });
    },
    open: (source, mask, shape, sizes) =>
      decoded(async () => {
        const { width, height } = (await inspect(source)).autoOrient;
        const grey = mask === null ? null : await maskPixels(mask);
        const job = { kind: "map", source: { width, height }, mask: grey, shape } as const;
        const transfer = grey === null ? [] : [grey.buffer];
        const [map, changed] = (await pool.call(job, { transfer })) as [Uint8Array, Box | null];
        if (changed === null) return null;
        const { extend } = shape;
        const canvas = editedSize({ width, height }, extend);
        const { area, size } = workAreaOf(canvas, changed, sizes);
        return {
          ...size,
          source: await sourceFor(source, { extend, area, size }),
          mask: await maskFor(map, canvas, { area, size }),
          newSides: newSidesOf(canvas, extend, area, size),
          area,
          extend,
          within: { pixels: map, ...canvas },
        };
      }),
    finish: ({ area, extend, within }, source, drawn) =>
      decoded(async () => {
        const over = await drawnPixels(drawn, area);
        const { pixels, channels } = await pixelsOfOriginal(source, extend);
        const { width, height } = within;
        const job: EditJob = {
          kind: "blend",
          base: pixels,
          channels,
          drawn: over,
          area,
          map: within.pixels,
          width,
        };
        // The map is copied: other pictures of the cast need it too.
        const transfer = [pixels.buffer, over.buffer];
        const [base] = (await pool.call(job, { transfer })) as [Uint8Array];
        return { ...(await asLosslessFile(base, { width, height, channels })), width, height };
      }),
    close: () => pool.close(),
  };
}
