import { AppError } from "#app/lib/errors.ts";

const block = 512;

/** An archive that is not taken, with the reason for whoever brought it. */
export function refused(detail: string): AppError {
  return new AppError("unprocessable", { detail });
}

const kinds: Readonly<Record<string, string>> = {
  "1": "a link",
  "2": "a symbolic link",
  "3": "a device",
  "4": "a device",
  "5": "a folder",
  "6": "a pipe",
  L: "a long name",
  S: "a sparse file",
  g: "an extended header",
  x: "an extended header",
};

/** The sum that a header names and the sum of its bytes, in which its own field counts as blanks. */
function hasSum(header: Buffer): boolean {
  let sum = 8 * 32;
  for (let at = 0; at < block; at += 1) if (at < 148 || at >= 156) sum += header[at];
  return sum === Number.parseInt(header.toString("latin1", 148, 156), 8);
}

function sizeOf(header: Buffer): number {
  const field = header.toString("latin1", 124, 136).replaceAll(/[\0 ]+$/g, "");
  // Large sizes are written in another way, which no file of an archive of ours needs.
  if (!/^[0-7]{1,11}$/.test(field)) throw refused("The archive has a file of an impossible size");
  return Number.parseInt(field, 8);
}

/**
 * Passes the bytes of an archive on and looks at each header before anything else does: plain files alone, within the
 * limit, and an end. So nothing reaches the reader of archives that makes it keep more than a header in memory.
 * @throws AppError unprocessable
 */
export async function* guardedTar(
  pieces: AsyncIterable<Uint8Array>,
  { mostFiles }: { mostFiles: number },
): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(block);
  let filled = 0;
  /** Bytes of the present file, with its padding, that are still to come. */
  let left = 0;
  let files = 0;
  let isFirst = true;
  let empty = 0;
  for await (const given of pieces) {
    const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    for (let at = 0; at < piece.length;) {
      if (left > 0) {
        const passed = Math.min(left, piece.length - at);
        left -= passed;
        at += passed;
        continue;
      }
      const taken = piece.copy(header, filled, at, at + block - filled);
      filled += taken;
      at += taken;
      if (filled < block) continue;
      filled = 0;
      if (isFirst && header[0] === 0x1f && header[1] === 0x8b) {
        throw refused("The archive is compressed. Bring the .tar file as you downloaded it");
      }
      if (header.every((byte) => byte === 0)) {
        empty += 1;
        continue;
      }
      if (!hasSum(header)) {
        throw refused(isFirst ? "The file is not a tar archive" : "The archive is damaged");
      }
      isFirst = false;
      if (empty > 0) throw refused("The archive has files after its end");
      const kind = header.toString("latin1", 156, 157);
      if (kind !== "0" && kind !== "\0") {
        throw refused(`The archive holds ${kinds[kind] ?? "something that is not a file"}`);
      }
      files += 1;
      if (files > mostFiles) throw refused(`The archive has more than ${mostFiles} files`);
      left = Math.ceil(sizeOf(header) / block) * block;
    }
    yield piece;
  }
  if (isFirst) throw refused("The file is not a tar archive");
  if (left > 0 || filled > 0 || empty < 2) throw refused("The archive ends too early");
}
