import { HeaderFault } from "./source.ts";

/** What a JSON text is made of, counted outside of its strings. */
export type JsonParts = { objects: number; lists: number; colons: number; commas: number };

/** Most parts that a text may have. */
export type JsonBounds = { depth: number; objects: number; lists: number; commas: number };

const quote = 0x22;
const backslash = 0x5c;

/** Position of the quote that ends a string. */
function stringEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at += 1;
  }
  throw new HeaderFault("the header has a string without an end");
}

/**
 * Counts the parts of a JSON text before it is parsed: what a parser makes of them takes many times the text's own memory.
 * The text may still be no JSON.
 * @throws HeaderFault at the first part beyond the bounds
 */
export function countJson(bytes: Uint8Array, bounds: JsonBounds): JsonParts {
  const parts: JsonParts = { objects: 0, lists: 0, colons: 0, commas: 0 };
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = stringEnd(bytes, at + 1);
        break;
      case 0x7b: // {
        parts.objects += 1;
        depth += 1;
        break;
      case 0x5b: // [
        parts.lists += 1;
        depth += 1;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1;
        break;
      case 0x3a: // :
        parts.colons += 1;
        break;
      case 0x2c: // ,
        parts.commas += 1;
        break;
      default:
        continue;
    }
    if (depth > bounds.depth) throw new HeaderFault("the header is nested too deep");
    if (parts.objects > bounds.objects) throw new HeaderFault("the header names too many tensors");
    if (parts.lists > bounds.lists || parts.commas > bounds.commas) {
      throw new HeaderFault("the header has too many lists or values");
    }
  }
  return parts;
}
