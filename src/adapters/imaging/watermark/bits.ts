/** The bits of bytes, the highest of each first. */
export function toBits(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(
    { length: bytes.length * 8 },
    (_, at) => (bytes[at >> 3] >> (7 - (at & 7))) & 1,
  );
}

/** The bytes of bits. */
export function toBytes(bits: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(bits.length >> 3);
  for (const [at, bit] of bits.entries()) bytes[at >> 3] |= bit << (7 - (at & 7));
  return bytes;
}
