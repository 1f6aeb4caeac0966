import { AppError } from "#app/lib/errors.ts";

const app1 = 0xe1;
/** Holds a signed manifest, which is of one file's bytes alone. */
const app11 = 0xeb;
const startOfScan = 0xda;
/** Most bytes that one segment can hold beside its own length. */
const segmentRoom = 65_533;
export const xmpHeader = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");

export type Segment = { marker: number; start: number; end: number };

/** The segments of a JPEG before its picture data, in order. Throws AppError unprocessable for anything else. */
export function* jpegSegments(jpeg: Buffer): Generator<Segment> {
  let at = 2;
  const broken = () => new AppError("unprocessable", { detail: "This is not a whole JPEG file" });
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) throw broken();
  while (true) {
    if (at + 4 > jpeg.length || jpeg[at] !== 0xff) throw broken();
    const marker = jpeg[at + 1];
    if (marker === startOfScan) return;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    yield { marker, start: at, end };
    at = end;
  }
}

function app1Segment(content: Buffer): Buffer {
  if (content.length > segmentRoom) throw new RangeError("too much metadata for one JPEG segment");
  const head = Buffer.from([0xff, app1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** The JPEG with the given EXIF and XMP in place of its own, and without a manifest; the picture data stays as it is, byte for byte. */
export function withMetadata(jpeg: Buffer, exif: Buffer, xmp: string): Buffer {
  const kept: Buffer[] = [];
  let dataAt = 2;
  for (const { marker, start, end } of jpegSegments(jpeg)) {
    if (marker !== app1 && marker !== app11) kept.push(jpeg.subarray(start, end));
    dataAt = end;
  }
  // JFIF readers expect APP0 first, EXIF readers APP1 first; both cope with SOI, APP1, APP1, APP0.
  return Buffer.concat([
    jpeg.subarray(0, 2),
    app1Segment(exif),
    app1Segment(Buffer.concat([xmpHeader, Buffer.from(xmp, "utf8")])),
    ...kept,
    jpeg.subarray(dataAt),
  ]);
}

/** The XMP packet of a JPEG, or null. */
export function xmpOf(jpeg: Buffer): string | null {
  for (const { marker, start, end } of jpegSegments(jpeg)) {
    const content = jpeg.subarray(start + 4, end);
    if (marker === app1 && content.subarray(0, xmpHeader.length).equals(xmpHeader)) {
      return content.subarray(xmpHeader.length).toString("utf8");
    }
  }
  return null;
}
