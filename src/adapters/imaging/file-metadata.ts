/** What a stored original says of itself, whichever form it has. */
import { sniff } from "#app/lib/sniff.ts";
import type { OriginalFormat } from "#app/rules/picture-files.ts";
import { exifBlock } from "./exif.ts";
import { withMetadata, xmpOf as jpegXmpOf } from "./jpeg-segments.ts";
import { pngXmpOf, withPngMetadata } from "./png-chunks.ts";
import type { Provenance } from "./port.ts";
import { webpXmpOf, withWebpMetadata } from "./webp-chunks.ts";
import { provenancePacket } from "./xmp.ts";

/** The name that stands before EXIF in a JPEG, and in no other file. */
const exifName = "Exif\0\0".length;

/** The same memory as a Buffer. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The form of an original, by its content. */
export function originalFormat(bytes: Uint8Array): OriginalFormat {
  const kind = sniff(bytes);
  return kind === "png" || kind === "webp" ? kind : "jpg";
}

/** The XMP packet of an original, or null. Throws AppError unprocessable for a broken file. */
export function xmpOf(bytes: Uint8Array): string | null {
  const file = bufferOf(bytes);
  const format = originalFormat(file);
  if (format === "png") return pngXmpOf(file);
  return format === "webp" ? webpXmpOf(file) : jpegXmpOf(file);
}

/** The same picture with provenance in place of what it said of itself; its picture data stays as it is. */
export function withProvenance(bytes: Uint8Array, provenance: Provenance): Buffer {
  const { title, creator, engine, license, createdAt } = provenance;
  const exif = exifBlock({
    ImageDescription: title,
    Software: `Echoform (${engine})`,
    Artist: creator,
    Copyright: license,
    DateTime: createdAt.toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " "),
  });
  const packet = provenancePacket(provenance);
  const file = bufferOf(bytes);
  const format = originalFormat(file);
  if (format === "png") return withPngMetadata(file, exif.subarray(exifName), packet);
  if (format === "webp") return withWebpMetadata(file, exif.subarray(exifName), packet);
  return withMetadata(file, exif, packet);
}
