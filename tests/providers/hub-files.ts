/** What the double of a hub gives away: files of any size, made as they are sent. */
import { createHash } from "node:crypto";

export type HubBody = {
  bytes: number;
  /** 64 hexadecimal digits. */
  sha256: string;
  /** The bytes from `start` to before `end`, at most a block. */
  read(start: number, end: number): Buffer;
};

export const blockBytes = 64 * 1024;

/** Bytes that are there already. */
export function bodyOf(bytes: Buffer): HubBody {
  return {
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    read: (start, end) => bytes.subarray(start, Math.min(end, start + blockBytes)),
  };
}

/**
 * A sound safetensors file of any size, of which no two blocks are the same.
 * @param dataBytes of its one tensor
 * @param kind another number makes another file of the same size
 */
export function madeBody(dataBytes: number, kind = 1): HubBody {
  const tensor = { dtype: "U8", shape: [dataBytes], data_offsets: [0, dataBytes] };
  const text = Buffer.from(JSON.stringify({ "model.weight": tensor }));
  const head = Buffer.alloc(8 + text.length);
  head.writeBigUInt64LE(BigInt(text.length));
  text.copy(head, 8);
  const pattern = Buffer.alloc(blockBytes);
  let state = kind;
  for (let at = 0; at < blockBytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pattern.writeUInt32LE(state, at);
  }
  const read = (start: number, end: number): Buffer => {
    if (start < head.length) return head.subarray(start, Math.min(end, head.length));
    const at = start - head.length;
    const block = Buffer.from(pattern);
    block.writeUInt32LE(Math.floor(at / blockBytes), 0);
    const first = at % blockBytes;
    return block.subarray(first, Math.min(blockBytes, first + end - start));
  };
  const bytes = head.length + dataBytes;
  const hash = createHash("sha256");
  for (let at = 0; at < bytes;) {
    const piece = read(at, bytes);
    hash.update(piece);
    at += piece.length;
  }
  return { bytes, sha256: hash.digest("hex"), read };
}
