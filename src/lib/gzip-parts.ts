import { constants, crc32, deflateRawSync } from "node:zlib";

/** Text with gaps that are filled anew for each reader: part, gap, part, gap, part. */
export type GappedText = {
  /** One more than there are gaps. */
  parts: readonly Buffer[];
  /** The parts as blocks of a deflate stream, each without a look at the others. */
  blocks: () => readonly Buffer[];
};

/** RFC 1952: the magic number, deflate, no flags, no time, no extra flags, no system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: an empty block that is the last one. */
const lastBlock = Buffer.from([0x03, 0x00]);
/** Bytes that one block without compression can hold. */
const longestGap = 0xffff;

// A page is compressed once and read often.
const options = { level: 6, finishFlush: constants.Z_SYNC_FLUSH };

/** Compresses the parts once, for any number of readers, when the first of them comes. */
export function gapped(parts: readonly Buffer[]): GappedText {
  let blocks: readonly Buffer[] | undefined;
  return { parts, blocks: () => (blocks ??= parts.map((part) => deflateRawSync(part, options))) };
}

/** A block without compression (RFC 1951, 3.2.4). @throws RangeError for more than it can hold */
function storedBlock(bytes: Buffer): Buffer {
  if (bytes.length > longestGap) throw new RangeError("what fills a gap is too long");
  const lengths = Buffer.alloc(5);
  lengths.writeUInt16LE(bytes.length, 1);
  lengths.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([lengths, bytes]);
}

function assertFilled({ parts }: GappedText, fill: readonly Buffer[]): void {
  if (fill.length !== parts.length - 1) throw new RangeError("each gap needs one filling");
}

/** The text as it is read. @param fill what is in each gap */
export function filled(text: GappedText, fill: readonly Buffer[]): Buffer {
  assertFilled(text, fill);
  return Buffer.concat(
    text.parts.flatMap((part, at) => (at === 0 ? [part] : [fill[at - 1], part])),
  );
}

/** The same as one gzip file; nothing but its checksum is computed. @param fill what is in each gap */
export function filledGzip(text: GappedText, fill: readonly Buffer[]): Buffer {
  assertFilled(text, fill);
  const pieces: Buffer[] = [head];
  let sum = 0;
  let size = 0;
  const take = (plain: Buffer, block: Buffer) => {
    sum = crc32(plain, sum);
    size += plain.length;
    pieces.push(block);
  };
  const blocks = text.blocks();
  for (const [at, part] of text.parts.entries()) {
    if (at > 0) take(fill[at - 1], storedBlock(fill[at - 1]));
    take(part, blocks[at]);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(size % 2 ** 32, 4);
  return Buffer.concat([...pieces, lastBlock, end]);
}
