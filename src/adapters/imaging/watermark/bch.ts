/** A binary BCH code over GF(2^8): 64 data bits become 248, of which any 29 may arrive wrong. */

/** Bits of a payload. */
export const DATA_BITS = 64;
/** Bits of a code word: (255, 71) shortened by the seven data bits that are always zero. */
export const CODE_BITS = 248;
/** Wrong bits that are corrected. */
export const MOST_ERRORS = 29;

const order = 255;
/** x^8 + x^4 + x^3 + x^2 + 1. */
const field = 0x11d;
const parityBits = CODE_BITS - DATA_BITS;

const power = new Uint8Array(order * 2);
const logarithm = new Uint8Array(order + 1);
for (let exponent = 0, value = 1; exponent < order; exponent += 1) {
  power[exponent] = value;
  power[exponent + order] = value;
  logarithm[value] = exponent;
  value <<= 1;
  if (value > order) value ^= field;
}

const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : power[logarithm[a] + logarithm[b]];
const inverse = (a: number): number => power[order - logarithm[a]];

/** The product of the minimal polynomials of the first 2t powers; lowest coefficient first. */
function generatorOf(): Uint8Array {
  const roots = new Set<number>();
  for (let first = 1; first <= 2 * MOST_ERRORS; first += 1) {
    for (let exponent = first; !roots.has(exponent); exponent = (exponent * 2) % order) {
      roots.add(exponent);
    }
  }
  let polynomial = new Uint8Array([1]);
  for (const root of roots) {
    const next = new Uint8Array(polynomial.length + 1);
    for (const [at, value] of polynomial.entries()) {
      next[at] ^= times(value, power[root]);
      next[at + 1] ^= value;
    }
    polynomial = next;
  }
  return polynomial;
}

const generator = generatorOf();

/** @param data 64 bits, each 0 or 1 @returns the 248 bits of its code word: the parity, then the data */
export function encodeBch(data: Uint8Array): Uint8Array {
  if (data.length !== DATA_BITS) throw new RangeError(`a payload has ${DATA_BITS} bits`);
  const word = new Uint8Array(CODE_BITS);
  word.set(data, parityBits);
  const rest = Uint8Array.from(word);
  for (let at = CODE_BITS - 1; at >= parityBits; at -= 1) {
    if (rest[at] === 0) continue;
    for (let step = 0; step <= parityBits; step += 1)
      rest[at - parityBits + step] ^= generator[step];
  }
  word.set(rest.subarray(0, parityBits));
  return word;
}

/** The values of a received word at the first 2t powers; null when all are zero. */
function syndromesOf(word: Uint8Array): Uint8Array | null {
  const syndromes = new Uint8Array(2 * MOST_ERRORS);
  let any = 0;
  for (let index = 0; index < syndromes.length; index += 1) {
    let sum = 0;
    for (let at = 0; at < word.length; at += 1) {
      if (word[at] === 1) sum ^= power[(at * (index + 1)) % order];
    }
    syndromes[index] = sum;
    any |= sum;
  }
  return any === 0 ? null : syndromes;
}

/** Berlekamp and Massey's algorithm: the polynomial whose roots tell where the errors are; null for too many. */
function locatorOf(syndromes: Uint8Array): Uint8Array | null {
  const size = syndromes.length + 2;
  let locator = new Uint8Array(size);
  let previous = new Uint8Array(size);
  locator[0] = 1;
  previous[0] = 1;
  let [errors, shift, last] = [0, 1, 1];
  for (let step = 0; step < syndromes.length; step += 1) {
    let difference = syndromes[step];
    for (let at = 1; at <= errors; at += 1) difference ^= times(locator[at], syndromes[step - at]);
    if (difference === 0) {
      shift += 1;
      continue;
    }
    const factor = times(difference, inverse(last));
    const next = Uint8Array.from(locator);
    for (let at = 0; at + shift < size; at += 1) next[at + shift] ^= times(factor, previous[at]);
    if (2 * errors <= step) {
      errors = step + 1 - errors;
      previous = locator;
      last = difference;
      shift = 1;
    } else shift += 1;
    locator = next;
  }
  return errors > MOST_ERRORS ? null : locator.subarray(0, errors + 1);
}

/** @param word 248 bits as they were read @returns the 64 data bits, or null when too many are wrong */
export function decodeBch(word: Uint8Array): Uint8Array | null {
  const corrected = Uint8Array.from(word);
  const syndromes = syndromesOf(corrected);
  if (syndromes === null) return corrected.subarray(parityBits);
  const locator = locatorOf(syndromes);
  if (locator === null) return null;
  let found = 0;
  for (let at = 0; at < CODE_BITS; at += 1) {
    let sum = 0;
    for (let degree = 0; degree < locator.length; degree += 1) {
      sum ^= times(locator[degree], power[(degree * (order - at)) % order]);
    }
    if (sum !== 0) continue;
    corrected[at] ^= 1;
    found += 1;
  }
  // Too few roots, or roots beyond the shortened length, mean that the errors cannot be corrected.
  return found === locator.length - 1 && syndromesOf(corrected) === null
    ? corrected.subarray(parityBits)
    : null;
}
