/** Digits and capital letters without I, L, O and U, which are taken for others or make words. */
const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 16;
const group = 4;

/** The code of 16 random bytes, 80 bits, e.g. "7KQ2-XM4D-90RT-B3FH". */
export function grantCodeOf(bytes: Uint8Array): string {
  const code = Array.from(bytes.subarray(0, length), (byte) => signs[byte % signs.length]);
  if (code.length < length) throw new RangeError(`A code takes ${length} random bytes`);
  return code.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

/**
 * A typed code as it was made, whatever its case, blanks and hyphens; letters that are left out are read as the digits
 * that they look like. Null for what cannot be a code.
 */
export function readGrantCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(plain)) return null;
  return plain.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The part of a code that is shown later, e.g. "B3FH". */
export const grantCodeEnding = (code: string) => code.slice(-group);
