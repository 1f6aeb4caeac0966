/** Files through which pictures go to the process that draws and come back. */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sharp } from "#app/lib/sharp.ts";
import { EngineError } from "../port.ts";
import { withoutBill } from "../remote/failures.ts";
import { checkedPicture } from "../remote/image-bytes.ts";

export type Pictures = {
  /** A folder of one picture's own, removed after `use`. */
  within<T>(use: (folder: string) => Promise<T>): Promise<T>;
};

/** @param handOver lets the process write to a folder */
export const openPictures = (handOver: (folder: string) => Promise<void>): Pictures => ({
  async within(use) {
    const folder = await mkdtemp(path.join(tmpdir(), `echoform-local-${process.pid}-`));
    try {
      await handOver(folder);
      return await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** Readable to whoever may enter the folder, whatever our umask is. */
async function write(file: string, bytes: Uint8Array): Promise<string> {
  await writeFile(file, bytes);
  await chmod(file, 0o644);
  return file;
}

/** The picture to start from, of the size that is asked for: the addon would take the source's own. */
export async function writeSource(
  folder: string,
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const picture = await sharp(bytes)
    .resize(width, height, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
  return write(path.join(folder, "source.png"), picture);
}

/** Where the source is redrawn, cut and scaled as it is: one channel of two values. */
export async function writeMask(
  folder: string,
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const mask = await sharp(bytes)
    .resize(width, height, { fit: "cover", kernel: "nearest" })
    .extractChannel(0)
    .threshold(128)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return write(path.join(folder, "mask.png"), mask);
}

/** A picture that a request refers to, no larger than is of use. */
export async function writeReference(
  folder: string,
  bytes: Uint8Array,
  index: number,
): Promise<string> {
  const picture = await sharp(bytes)
    .rotate()
    .resize(1024, 1024, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
  return write(path.join(folder, `reference-${index}.png`), picture);
}

/** @throws EngineError "bad-response" for what is no picture; nothing on this machine costs money */
export async function readPicture(file: string) {
  try {
    return await checkedPicture(await readFile(file));
  } catch (error) {
    throw error instanceof EngineError ? withoutBill(error) : error;
  }
}

/** An enlarged picture, made as large as was asked for. */
export async function fitPicture(bytes: Uint8Array, width: number, height: number) {
  const fitted = await sharp(bytes).resize(width, height, { fit: "fill" }).png().toBuffer();
  return { bytes: new Uint8Array(fitted), mime: "image/png", width, height };
}
