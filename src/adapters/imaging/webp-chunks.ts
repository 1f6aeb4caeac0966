import { AppError } from "#app/lib/errors.ts";

const headerLength = 12;
const chunkHeader = 8;
/** Flags of the chunk VP8X. */
const flags = { alpha: 0x10, exif: 0x08, xmp: 0x04 };
/** What tells of a file rather than shows its picture, and what is written anew. */
const replaced = new Set(["VP8X", "EXIF", "XMP ", "C2PA"]);

type Chunk = { name: string; start: number; dataEnd: number; end: number };

/** The chunks of a WebP, in order. Throws AppError unprocessable for anything else. */
export function* webpChunks(webp: Buffer): Generator<Chunk> {
  const broken = () => new AppError("unprocessable", { detail: "This is not a whole WebP file" });
  const isWebp =
    webp.toString("latin1", 0, 4) === "RIFF" && webp.toString("latin1", 8, 12) === "WEBP";
  if (webp.length < headerLength || !isWebp) throw broken();
  // What follows the file's own end is no part of it.
  const fileEnd = chunkHeader + webp.readUInt32LE(4);
  if (fileEnd > webp.length) throw broken();
  for (let at = headerLength; at + chunkHeader <= fileEnd;) {
    const dataEnd = at + chunkHeader + webp.readUInt32LE(at + 4);
    if (dataEnd > fileEnd) throw broken();
    // Chunks have an even length.
    const end = dataEnd + (dataEnd % 2);
    yield { name: webp.toString("latin1", at, at + 4), start: at, dataEnd, end };
    at = end;
  }
}

function chunk(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(chunkHeader);
  header.write(name, "latin1");
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** The chunk that names what else is in the file, for one that had none: size and transparency are told by the picture's own. */
function describing(webp: Buffer, { name, start }: Chunk): Buffer {
  const at = start + chunkHeader;
  const told = Buffer.alloc(10);
  if (name === "VP8L") {
    const bits = webp.readUInt32LE(at + 1);
    told[0] = (bits >>> 28) & 1 ? flags.alpha : 0;
    told.writeUIntLE(bits & 0x3fff, 4, 3);
    told.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3);
  } else {
    told.writeUIntLE((webp.readUInt16LE(at + 6) & 0x3fff) - 1, 4, 3);
    told.writeUIntLE((webp.readUInt16LE(at + 8) & 0x3fff) - 1, 7, 3);
  }
  return told;
}

/**
 * The WebP with the given EXIF and XMP in place of its own, and without a manifest; the picture data stays as it is, byte for byte.
 * @param tiff EXIF as it stands in a file of its own, without a name before it
 */
export function withWebpMetadata(webp: Buffer, tiff: Buffer, xmp: string): Buffer {
  const all = [...webpChunks(webp)];
  const kept = all.filter(({ name }) => !replaced.has(name));
  const before = all.find(({ name }) => name === "VP8X");
  const picture = kept.find(({ name }) => name === "VP8L" || name === "VP8 ");
  if (before === undefined && picture === undefined) {
    throw new AppError("unprocessable", { detail: "This WebP file holds no picture" });
  }
  const told =
    before === undefined
      ? describing(webp, picture as Chunk)
      : Buffer.from(webp.subarray(before.start + chunkHeader, before.dataEnd));
  told[0] |= flags.exif | flags.xmp;
  const whole = Buffer.concat([
    Buffer.from("RIFF\0\0\0\0WEBP", "latin1"),
    chunk("VP8X", told),
    ...kept.map(({ name, start, dataEnd }) =>
      chunk(name, webp.subarray(start + chunkHeader, dataEnd)),
    ),
    chunk("EXIF", tiff),
    chunk("XMP ", Buffer.from(xmp, "utf8")),
  ]);
  whole.writeUInt32LE(whole.length - chunkHeader, 4);
  return whole;
}

/** The XMP packet of a WebP, or null. */
export function webpXmpOf(webp: Buffer): string | null {
  for (const { name, start, dataEnd } of webpChunks(webp)) {
    if (name === "XMP ") return webp.toString("utf8", start + chunkHeader, dataEnd);
  }
  return null;
}

/** Whether a WebP was written without loss. */
export function isLosslessWebp(webp: Buffer): boolean {
  return [...webpChunks(webp)].some(({ name }) => name === "VP8L");
}
