/** What is asked of every file before it is kept: a sound header of one of the two formats that cannot run code. */
import { open } from "node:fs/promises";
import { checkGguf } from "./gguf.ts";
import { checkSafetensors } from "./safetensors.ts";
import { type ByteSource, HeaderFault } from "./source.ts";

const magic = "GGUF";
/** Bytes by which a file is told apart. */
export const firstBytes = 9;

const isGguf = (first: Uint8Array) =>
  first.length >= 4 && String.fromCharCode(...first.subarray(0, 4)) === magic;

/** Safetensors has no name of its own at its start: a length of less than 16 MB, then the bracket of JSON. */
const isSafetensors = (first: Uint8Array) =>
  first.length >= firstBytes &&
  first[8] === 0x7b &&
  first.subarray(3, 8).every((byte) => byte === 0);

/** Whether a file can be one of the two formats, by its first nine bytes. Names count for nothing. */
export const beginsAsModel = (first: Uint8Array): boolean => isGguf(first) || isSafetensors(first);

/**
 * Checks a file's header by its bytes, not by its name. Bounded: at most 32 MB are read, at most 8 MB at once.
 * @throws HeaderFault
 */
export async function checkHeader(source: ByteSource): Promise<void> {
  const first = await source.read(0, firstBytes);
  if (isGguf(first)) await checkGguf(source);
  else if (isSafetensors(first)) await checkSafetensors(source);
  else throw new HeaderFault("the file is neither safetensors nor GGUF");
}

/** Checks the header of a file on disk. @throws HeaderFault; the system's error when it cannot be read */
export async function checkHeaderOf(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    await checkHeader({
      size,
      async read(offset, length) {
        const bytes = new Uint8Array(Math.min(length, Math.max(0, size - offset)));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
        return bytes.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
