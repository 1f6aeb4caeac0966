/** Collects chunks in one growing buffer, so that a service that sends single bytes costs no more than another. */
export type ByteStore = {
  readonly length: number;
  append(piece: Uint8Array): void;
  /** What was appended; valid until the next call. */
  bytes(): Buffer;
  clear(): void;
};

const firstCapacity = 16_384;

/** Opens an empty store; it grows without a limit of its own. */
export function openByteStore(): ByteStore {
  let buffer = Buffer.alloc(0);
  let used = 0;
  return {
    get length() {
      return used;
    },
    append(piece) {
      const needed = used + piece.byteLength;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2, firstCapacity));
        buffer.copy(larger, 0, 0, used);
        buffer = larger;
      }
      buffer.set(piece, used);
      used = needed;
    },
    bytes: () => buffer.subarray(0, used),
    clear() {
      used = 0;
    },
  };
}
