/** How much of a text is plain ASCII, 0 to 1: text in the wrong byte order has hardly any. */
function asciiShare(text: string): number {
  const plain = text.match(/[\n\r\t -~]/g)?.length ?? 0;
  return text.length === 0 ? 0 : plain / text.length;
}

/**
 * EXIF UserComment: eight bytes name the encoding. "UNICODE" is UTF-16 in either order, whatever the file's own
 * order says, so the order that reads better counts.
 */
export function userComment(bytes: Uint8Array): string {
  const code = Buffer.from(bytes.subarray(0, 8)).toString("latin1").replaceAll("\0", "").trim();
  const rest = bytes.subarray(8);
  if (code !== "UNICODE") return new TextDecoder("utf-8").decode(rest);
  const [little, big] = ["utf-16le", "utf-16be"].map((order) =>
    new TextDecoder(order).decode(rest.subarray(0, rest.length & ~1)),
  );
  return asciiShare(big) > asciiShare(little) ? big : little;
}
