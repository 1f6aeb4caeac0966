import { Readable } from "node:stream";
import type { Storage } from "#app/adapters/storage/port.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Content } from "./response.ts";

/** Files up to this size are held in memory while they are sent; larger ones are streamed. */
export const largestInMemory = 512 * 1024;

export function contentOf(bytes: Buffer): Content {
  return {
    size: bytes.length,
    bytes,
    open: (part) =>
      Promise.resolve(
        Readable.from([part === null ? bytes : bytes.subarray(part.start, part.end + 1)], {
          objectMode: false,
        }),
      ),
  };
}

/** A file of the store, opened by each of its readers; null when there is none. */
export async function storedContent(storage: Storage, key: string): Promise<Content | null> {
  const found = await storage.head(key);
  if (found === null || found.size === 0) return null;
  return {
    size: found.size,
    bytes: null,
    async open(part) {
      const file = await storage.stream(key, part ?? undefined);
      if (file === null) throw new AppError("not-found");
      return file.body;
    },
  };
}

/** The same, read into memory when it is small. */
export async function storedBytes(storage: Storage, key: string): Promise<Content | null> {
  const content = await storedContent(storage, key);
  if (content === null || content.size > largestInMemory) return content;
  const file = await storage.get(key);
  return file === null || file.size === 0 ? null : contentOf(file.bytes);
}
