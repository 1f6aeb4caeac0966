export type InputKind = "jpeg" | "png" | "webp" | "avif";

/** Brand of moving AVIF sequences, which are not taken. */
const movingBrand = "avis";

function brands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const found: string[] = [bytes.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(bytes.toString("latin1", at, at + 4));
  return found;
}

/**
 * What a file is by its first bytes, whatever it is called: one of the four kinds that are taken, or null.
 * SVG, PDF, GIF, TIFF, HEIC and all else is null, and so never reaches a decoder.
 */
export function sniff(input: Uint8Array): InputKind | null {
  const bytes = Buffer.from(input.buffer, input.byteOffset, Math.min(input.byteLength, 512));
  if (bytes.length < 4) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (bytes.length < 16) return null;
  if (bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  const head = bytes.toString("latin1", 0, 4);
  if (head === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "webp";
  if (bytes.toString("latin1", 4, 8) !== "ftyp") return null;
  const names = brands(bytes);
  return names.includes("avif") && names[0] !== movingBrand ? "avif" : null;
}
