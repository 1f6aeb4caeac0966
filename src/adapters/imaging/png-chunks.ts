import { crc32 } from "node:zlib";
import { AppError } from "#app/lib/errors.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Bytes of a chunk beside its content. */
const around = 12;
const xmpKeyword = "XML:com.adobe.xmp";
/** What tells of a file rather than shows its picture: texts, EXIF, the time, and the signed manifest, which is of one file's bytes alone. */
const telling = new Set(["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "caBX"]);

type Chunk = { type: string; start: number; end: number };

/** The chunks of a PNG, in order. Throws AppError unprocessable for anything else. */
export function* pngChunks(png: Buffer): Generator<Chunk> {
  const broken = () => new AppError("unprocessable", { detail: "This is not a whole PNG file" });
  if (!png.subarray(0, signature.length).equals(signature)) throw broken();
  for (let at = signature.length; ;) {
    if (at + around > png.length) throw broken();
    const end = at + around + png.readUInt32BE(at);
    if (end > png.length) throw broken();
    const type = png.toString("latin1", at + 4, at + 8);
    yield { type, start: at, end };
    if (type === "IEND") return;
    at = end;
  }
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/**
 * The PNG with the given EXIF and XMP in place of all its texts, and without a manifest; the picture data stays as it is, byte for byte.
 * @param tiff EXIF as it stands in a file of its own, without a name before it
 */
export function withPngMetadata(png: Buffer, tiff: Buffer, xmp: string): Buffer {
  const [first, ...rest] = [...pngChunks(png)].filter(({ type }) => !telling.has(type));
  const bytes = ({ start, end }: Chunk) => png.subarray(start, end);
  // No compression, no language, no translated keyword.
  const text = Buffer.from(`${xmpKeyword}\0\0\0\0\0${xmp}`, "utf8");
  return Buffer.concat([
    signature,
    bytes(first),
    chunk("eXIf", tiff),
    chunk("iTXt", text),
    ...rest.map(bytes),
  ]);
}

/** The XMP packet of a PNG as `withPngMetadata` writes it, or null. */
export function pngXmpOf(png: Buffer): string | null {
  const head = Buffer.from(`${xmpKeyword}\0\0\0\0\0`, "latin1");
  for (const { type, start, end } of pngChunks(png)) {
    const content = png.subarray(start + 8, end - 4);
    if (type === "iTXt" && content.subarray(0, head.length).equals(head)) {
      return content.subarray(head.length).toString("utf8");
    }
  }
  return null;
}

/** Whether a PNG has more than one frame, of which decoders show only the first. */
export function isMovingPng(png: Buffer): boolean {
  return [...pngChunks(png)].some(({ type }) => type === "acTL");
}
