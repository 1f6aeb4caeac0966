/** Reading a code word of which more bits arrived wrong than the code corrects, by what is known of how sure each bit is. */
import { decodeBch } from "./bch.ts";

/** How many of the least sure bits are left open, one after another; at 58 the code has nothing left to correct. */
const leftOpen = [12, 20, 28, 36, 44, 52];

/**
 * Generalized minimum distance decoding (Forney, 1966): the least sure bits are taken for zeros, then for ones. In one of
 * both at most half of them are wrong.
 * @param word bits as they were read
 * @param margins how sure each bit is: the higher the surer
 * @returns the data bits, or null
 */
export function decodeUnsure(word: Uint8Array, margins: Float32Array): Uint8Array | null {
  const order = Array.from(margins.keys()).toSorted((a, b) => margins[a] - margins[b]);
  for (const count of leftOpen) {
    for (const filling of [0, 1]) {
      const tried = Uint8Array.from(word);
      for (const at of order.slice(0, count)) tried[at] = filling;
      const data = decodeBch(tried);
      if (data !== null) return data;
    }
  }
  return null;
}
