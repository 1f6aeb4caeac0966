import { bounds } from "./bounds.ts";

/** Beginnings of a TIFF block whose directory follows at once, as all writers of EXIF put it. */
const beginnings = {
  little: Buffer.from("II*\0\x08\0\0\0", "latin1"),
  big: Buffer.from("MM\0*\0\0\0\x08", "latin1"),
} as const;
/** Blocks of each byte order that are looked at; a file has one. */
const mostBlocks = 4;
/** Entries of a directory that are looked at. */
const mostEntries = 200;

const exifDirectory = 0x8769;
const userComment = 0x9286;

type Reader = { u16: (at: number) => number; u32: (at: number) => number; block: Buffer };

function readerOf(block: Buffer, isLittle: boolean): Reader {
  return {
    block,
    u16: (at) => (isLittle ? block.readUInt16LE(at) : block.readUInt16BE(at)),
    u32: (at) => (isLittle ? block.readUInt32LE(at) : block.readUInt32BE(at)),
  };
}

/** Count and value or offset of a tag in the directory at an offset. @throws RangeError beyond the block */
function entryOf({ u16, u32 }: Reader, directory: number, tag: number) {
  const entries = Math.min(u16(directory), mostEntries);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * 12;
    if (u16(at) === tag) return { count: u32(at + 4), value: u32(at + 8) };
  }
  return null;
}

function commentOf(reader: Reader): Buffer | null {
  const exif = entryOf(reader, 8, exifDirectory);
  const comment = exif && entryOf(reader, exif.value, userComment);
  if (!comment || comment.count <= 8 || comment.count > bounds.text) return null;
  const bytes = reader.block.subarray(comment.value, comment.value + comment.count);
  return bytes.length === comment.count ? bytes : null;
}

/**
 * The EXIF UserComment of a file of any kind, or null. The TIFF block is searched for rather than reached through the
 * container, which differs by kind and may be damaged. Only this one tag is read: a general reader takes 19 s and 1.5
 * GB for a file of 15 MB that says that all of it is values.
 */
export function exifComment(bytes: Buffer): Buffer | null {
  for (const [order, beginning] of Object.entries(beginnings)) {
    let at = bytes.indexOf(beginning);
    for (let count = 0; at >= 0 && count < mostBlocks; count += 1) {
      const block = bytes.subarray(at, at + 2 * bounds.text);
      try {
        const comment = commentOf(readerOf(block, order === "little"));
        if (comment) return comment;
      } catch (error) {
        // An offset beyond the block.
        if (!(error instanceof RangeError)) throw error;
      }
      at = bytes.indexOf(beginning, at + 1);
    }
  }
  return null;
}
