import type { Part, Storage } from "#app/adapters/storage/port.ts";
import { AppError } from "#app/lib/errors.ts";

/** Bytes of a chunk: what a worker keeps in memory of a file that it writes. */
export const chunkBytes = 8 * 1024 * 1024;

/** A file of any size in the store: chunks of one size, the last one shorter. */
export type ChunkedFile = {
  /** Folder of its chunks. */
  prefix: string;
  size: number;
  /** Bytes of each chunk but the last. */
  chunk: number;
};

/** Where a chunk lies. @param index from 0 */
export function chunkKey(prefix: string, index: number): string {
  return `${prefix}/${String(index).padStart(6, "0")}`;
}

/**
 * The bytes of a file or of a part of it, a piece at a time.
 * @throws AppError not-found when a chunk is gone
 */
export async function* readChunks(
  storage: Pick<Storage, "stream">,
  { prefix, size, chunk }: ChunkedFile,
  { start, end }: Part = { start: 0, end: size - 1 },
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end;) {
    const index = Math.floor(at / chunk);
    const from = at - index * chunk;
    const to = Math.min(chunk - 1, end - index * chunk);
    const file = await storage.stream(chunkKey(prefix, index), { start: from, end: to });
    if (file === null) throw new AppError("not-found");
    let read = 0;
    for await (const piece of file.body as AsyncIterable<Buffer>) {
      read += piece.length;
      yield piece;
    }
    // A chunk that is shorter than it was would shift everything after it.
    if (read !== to - from + 1) throw new AppError("not-found");
    at += read;
  }
}

/** The lines of a text, without their line breaks. */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}
