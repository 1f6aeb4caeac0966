import { inflateSync } from "node:zlib";

/** Bounds for files made to exhaust a reader. */
const most = { chunks: 10_000, texts: 64, bytes: 2 * 1024 * 1024 };

function inflated(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: most.bytes });
  } catch {
    return null;
  }
}

/** A text without a declared encoding: UTF-8 as nearly all tools write it, Latin 1 where it is none. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

type Text = { key: string; value: string };

function textOfChunk(type: string, data: Buffer): Text | null {
  const end = data.indexOf(0);
  if (end < 1 || end > 79) return null;
  const key = data.toString("latin1", 0, end);
  if (type === "tEXt") return { key, value: decoded(data.subarray(end + 1)) };
  if (type === "zTXt") {
    const bytes = inflated(data.subarray(end + 2));
    return bytes && { key, value: decoded(bytes) };
  }
  const isPacked = data[end + 1] === 1;
  const language = data.indexOf(0, end + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (translated < 0) return null;
  const rest = data.subarray(translated + 1);
  const bytes = isPacked ? inflated(rest) : rest;
  return bytes && { key, value: decoded(bytes) };
}

/** The text chunks of a PNG by their keys; of a repeated key the first. Reads on past damage, never past the end. */
export function pngTexts(png: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  let at = 8;
  for (let count = 0; count < most.chunks && at + 12 <= png.length; count += 1) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const end = at + 8 + length;
    if (end > png.length || type === "IEND") break;
    if (/^(?:tEXt|zTXt|iTXt)$/.test(type) && length <= most.bytes && texts.size < most.texts) {
      const text = textOfChunk(type, png.subarray(at + 8, end));
      if (text && !texts.has(text.key)) texts.set(text.key, text.value);
    }
    at = end + 4;
  }
  return texts;
}
