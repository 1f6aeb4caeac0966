import { createHash } from "node:crypto";
import type { Storage } from "#app/adapters/storage/port.ts";
import { chunkKey, type ChunkedFile } from "../queries/chunked-file.ts";

export type ChunkWriter = {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes what is left. */
  end(): Promise<void>;
};

/**
 * Writes a file in chunks. A chunk that is in the store is whole, so that a writer that follows begins after it.
 * @param first the chunk to begin with
 * @param onChunk called after each chunk with the number of chunks there are
 */
export function chunkWriter(
  storage: Pick<Storage, "put">,
  { prefix, chunk }: Pick<ChunkedFile, "prefix" | "chunk">,
  first = 0,
  onChunk: (count: number) => Promise<void> = async () => undefined,
): ChunkWriter {
  const buffer = Buffer.alloc(chunk);
  let filled = 0;
  let index = first;

  async function flush(): Promise<void> {
    if (filled === 0) return;
    await storage.put(chunkKey(prefix, index), buffer.subarray(0, filled));
    index += 1;
    filled = 0;
    await onChunk(index);
  }

  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + chunk - filled);
        buffer.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === chunk) await flush();
      }
    },
    end: flush,
  };
}

export type WrittenText = { size: number; sha256: string };

/** Writes a text, piece by piece, and measures it. */
export async function writeText(
  storage: Pick<Storage, "put">,
  file: Pick<ChunkedFile, "prefix" | "chunk">,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<WrittenText> {
  const writer = chunkWriter(storage, file);
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece, "utf8");
    hash.update(bytes);
    size += bytes.length;
    await writer.write(bytes);
  }
  await writer.end();
  return { size, sha256: hash.digest("hex") };
}
