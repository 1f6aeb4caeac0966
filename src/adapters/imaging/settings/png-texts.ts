import { inflateSync } from "node:zlib";
import { bounds } from "./bounds.ts";

/** Chunks that are looked at, of any kind. */
const mostChunks = 10_000;

function inflated(bytes: Buffer): Buffer | null {
  try {
    return inflateSync(bytes, { maxOutputLength: bounds.text });
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

/** The text of a chunk as it is written in the file, and whether it is packed. */
function textOfChunk(type: string, data: Buffer, keyEnd: number) {
  if (type === "tEXt") return { bytes: data.subarray(keyEnd + 1), isPacked: false };
  if (type === "zTXt") return { bytes: data.subarray(keyEnd + 2), isPacked: true };
  const languageEnd = data.indexOf(0, keyEnd + 3);
  const translatedEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1);
  if (translatedEnd < 0) return null;
  return { bytes: data.subarray(translatedEnd + 1), isPacked: data[keyEnd + 1] === 1 };
}

/**
 * The text chunks of a PNG with one of the given keys; of a repeated key the first. Reads on past damage, never past
 * the end, and no more than the bounds allow.
 */
export function pngTexts(png: Buffer, keys: ReadonlySet<string>): Map<string, string> {
  const texts = new Map<string, string>();
  let left: number = bounds.texts;
  let at = 8;
  for (let count = 0; count < mostChunks && at + 12 <= png.length; count += 1) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const end = at + 8 + length;
    if (end > png.length || type === "IEND") break;
    const data = png.subarray(at + 8, end);
    at = end + 4;
    if (!/^(?:tEXt|zTXt|iTXt)$/.test(type) || length > bounds.text + 1024) continue;
    const keyEnd = data.subarray(0, 80).indexOf(0);
    const key = data.toString("latin1", 0, Math.max(0, keyEnd));
    if (!keys.has(key) || texts.has(key)) continue;
    const found = textOfChunk(type, data, keyEnd);
    const bytes = found?.isPacked ? inflated(found.bytes) : found?.bytes;
    if (!bytes || bytes.length > bounds.text) continue;
    left -= bytes.length;
    if (left < 0) break;
    texts.set(key, decoded(bytes));
  }
  return texts;
}
