const headerLength = 12;
const chunkHeader = 8;

/**
 * A WebP with another XMP packet in place of its own; the picture data stays as it is, byte for byte.
 * @returns null for a file without a packet, or one that is no whole WebP
 */
export function withWebpXmp(webp: Buffer, xmp: string): Buffer | null {
  let at = headerLength;
  while (at + chunkHeader <= webp.length) {
    const size = webp.readUInt32LE(at + 4);
    // Chunks have an even length.
    const next = at + chunkHeader + size + (size % 2);
    if (next > webp.length) return null;
    if (webp.toString("latin1", at, at + 4) === "XMP ") {
      const packet = Buffer.from(xmp, "utf8");
      const header = Buffer.from("XMP \0\0\0\0", "latin1");
      header.writeUInt32LE(packet.length, 4);
      const padding = Buffer.alloc(packet.length % 2);
      const parts = [webp.subarray(0, at), header, packet, padding, webp.subarray(next)];
      const whole = Buffer.concat(parts);
      whole.writeUInt32LE(whole.length - chunkHeader, 4);
      return whole;
    }
    at = next;
  }
  return null;
}
