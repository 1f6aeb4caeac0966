/** Writes and reads marks in a thread of its own. */
import { createWorkerPool } from "@echoform/worker-pool";
import { AppError } from "#app/lib/errors.ts";
import type { ChangeMap } from "#app/rules/edit-area.ts";
import type { MarkComparison, PictureMark } from "../port.ts";
import type { Reading } from "./find.ts";
import type { OriginalPixels, Pixels } from "./grid.ts";
import type { MarkJob, MarkResult } from "./messages.ts";
import { isGenuine } from "#app/lib/picture-mark.ts";
import { sharp } from "#app/lib/sharp.ts";

const idleMs = 30_000;
/** A second a picture of 50 megapixels on a machine at rest. */
const silentMs = 60_000;
const heapMb = 256;
/** Pictures that may wait; whoever brings them is bounded before. */
const queue = 128;
/** Reading needs no more pixels than this along the longer side. */
const readSide = 1_024;

export type Marker = {
  /**
   * The pixels with the mark in them, and what they look like; those that are given are used up.
   * @param within no pixel that is 0 there changes; where the mark cannot be read then, none does
   */
  embed(
    picture: OriginalPixels,
    mark: PictureMark,
    within?: ChangeMap,
  ): Promise<OriginalPixels & { look: string }>;
  /** The payload in a picture, if it was made with this key, and what the picture looks like. */
  read(input: Uint8Array, key: Uint8Array): Promise<{ payload: Buffer | null; look: string }>;
  compare(input: Uint8Array, known: Uint8Array, mark: PictureMark): Promise<MarkComparison>;
  close(): Promise<void>;
};

/** As few pixels as reading needs. @throws AppError unprocessable */
async function pixelsToRead(input: Uint8Array): Promise<Pixels> {
  try {
    const { data, info } = await sharp(input, { limitInputPixels: 50_000_000, failOn: "error" })
      .timeout({ seconds: 20 })
      .autoOrient()
      .resize({ width: readSide, height: readSide, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Small buffers share memory with others; this one is given to the thread.
    return { pixels: new Uint8Array(data), width: info.width, height: info.height };
  } catch (error) {
    throw new AppError("unprocessable", { detail: "The picture is damaged", cause: error });
  }
}

const memoryOf = ({ pixels }: Pixels): ArrayBuffer => pixels.buffer as ArrayBuffer;

export function createMarker(): Marker {
  const pool = createWorkerPool<MarkJob, MarkResult>({
    name: "picture marks",
    file: new URL("./worker.ts", import.meta.url),
    heapMb,
    idleMs,
    silentMs,
    queue,
  });
  return {
    async embed(picture, mark, within) {
      const job = { kind: "embed", picture, ...mark, room: within?.pixels } as const;
      const result = await pool.call(job, { transfer: [memoryOf(picture)] });
      const [pixels, look] = result as [Uint8Array, string];
      return { ...picture, pixels, look };
    },
    async read(input, key) {
      const picture = await pixelsToRead(input);
      const job = { kind: "read", picture, key } as const;
      const result = await pool.call(job, { transfer: [memoryOf(picture)] });
      const { payload, look } = result as Reading;
      const isOwn = payload !== null && isGenuine(key, payload);
      return { payload: isOwn ? Buffer.from(payload) : null, look };
    },
    async compare(input, known, mark) {
      const [picture, other] = [await pixelsToRead(input), await pixelsToRead(known)];
      const job = { kind: "compare", picture, known: other, ...mark } as const;
      const transfer = [memoryOf(picture), memoryOf(other)];
      return (await pool.call(job, { transfer })) as MarkComparison;
    },
    close: () => pool.close(),
  };
}
