export type ExifText = {
  ImageDescription: string;
  Software: string;
  Artist: string;
  Copyright: string;
  /** `YYYY:MM:DD hh:mm:ss` */
  DateTime: string;
};

/** Tag numbers of the TIFF directory; they must stand in rising order. */
const tags: readonly (readonly [tag: number, name: keyof ExifText])[] = [
  [0x010e, "ImageDescription"],
  [0x0131, "Software"],
  [0x0132, "DateTime"],
  [0x013b, "Artist"],
  [0x8298, "Copyright"],
];

const asciiType = 2;
const longestBytes = 1_000;

/** UTF-8 with a closing NUL, cut between characters. NUL inside would end the text early for readers. */
function textBytes(text: string): Buffer {
  const clean = text.replaceAll("\0", " ").toWellFormed();
  let bytes = Buffer.from(clean, "utf8");
  if (bytes.length > longestBytes) {
    const cut = bytes
      .subarray(0, longestBytes)
      .toString("utf8")
      .replace(/\uFFFD+$/u, "");
    bytes = Buffer.from(cut, "utf8");
  }
  // Values of four bytes or fewer would have to stand inside the directory entry.
  const padded = Math.max(5, bytes.length + 1);
  return Buffer.concat([bytes, Buffer.alloc(padded - bytes.length)]);
}

/** An EXIF block (`Exif\0\0` and a little-endian TIFF with one directory) with the given texts. */
export function exifBlock(texts: ExifText): Buffer {
  const directoryAt = 8;
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  const values: Buffer[] = [];
  let valueAt = directoryAt + directory.length;
  tags.forEach(([tag, name], index) => {
    const value = textBytes(texts[name]);
    const at = 2 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(asciiType, at + 2);
    directory.writeUInt32LE(value.length, at + 4);
    directory.writeUInt32LE(valueAt, at + 8);
    values.push(value);
    valueAt += value.length;
  });
  const header = Buffer.from([0x49, 0x49, 0x2a, 0, directoryAt, 0, 0, 0]);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), header, directory, ...values]);
}
