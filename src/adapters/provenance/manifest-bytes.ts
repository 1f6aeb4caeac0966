/** Bytes of the segments in which a JPEG holds its manifest. */
function ofJpeg(jpeg: Buffer): number {
  let sum = 0;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;) {
    const length = jpeg.readUInt16BE(at + 2);
    if (jpeg[at + 1] === 0xeb) sum += length;
    at += 2 + length;
  }
  return sum;
}

/** Bytes of the chunks of a PNG that hold its manifest. */
function ofPng(png: Buffer): number {
  let sum = 0;
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "caBX") sum += length;
    at += 12 + length;
  }
  return sum;
}

/** The same of a WebP. */
function ofWebp(webp: Buffer): number {
  let sum = 0;
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    if (webp.toString("latin1", at, at + 4) === "C2PA") sum += length;
    at += 8 + length + (length % 2);
  }
  return sum;
}

/** Bytes of the manifest in a file; 0 for one that has none, and for an AVIF, which no original is. */
export function manifestBytes(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = file.toString("latin1", 0, 4);
  if (head === "\x89PNG") return ofPng(file);
  return head === "RIFF" ? ofWebp(file) : ofJpeg(file);
}
