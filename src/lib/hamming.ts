/**
 * How many bits differ between one value and each of many, in WebAssembly: of 80,000 values of 512 bits in 0.4 ms, where
 * JavaScript takes 4 ms and PostgreSQL 12 ms, for neither has the processor's instruction that counts bits.
 */

/** Length of a value, in bytes. */
export const valueBytes = 64;
const words = valueBytes / 8;

const i32 = 0x7f;
const op = {
  loop: [0x03, 0x40],
  repeatIf: [0x0d, 0],
  end: [0x0b],
  store16: [0x3b, 1, 0],
  add32: [0x6a],
  subtract32: [0x6b],
  add64: [0x7c],
  xor64: [0x85],
  popcnt64: [0x7b],
  wrap64: [0xa7],
} as const;
/** "\0asm", version 1. */
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** Parameters of the function: how many values, where the asked one, the first of them and the first count lie. */
const count = 0;
const asked = 1;
const value = 2;
const result = 3;

/** A number as LEB128, of which WebAssembly's sizes and offsets are made. */
function leb(number: number): number[] {
  const low = number & 0x7f;
  return number < 0x80 ? [low] : [low | 0x80, ...leb(number >>> 7)];
}

/** A number below 8,192 as an operand of i32.const, whose highest bit is the sign. */
const constant = (number: number) => [
  0x41,
  ...(number < 0x40 ? [number] : [(number & 0x7f) | 0x80, number >>> 7]),
];
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
/** Eight bytes at the address that a local holds. */
const load = (local: number, word: number) => [...get(local), 0x29, 3, ...leb(word * 8)];
const advance = (local: number, by: number) => [
  ...get(local),
  ...constant(by),
  ...op.add32,
  ...set(local),
];

/** `do { *result++ = sum of popcnt(value[i] ^ asked[i]); value++ } while (--count)`, the sum without a loop. */
function instructions(): number[] {
  const sum = Array.from({ length: words }, (_, word) => [
    ...load(value, word),
    ...load(asked, word),
    ...op.xor64,
    ...op.popcnt64,
    ...(word === 0 ? [] : op.add64),
  ]).flat();
  return [
    ...op.loop,
    ...get(result),
    ...sum,
    ...op.wrap64,
    ...op.store16,
    ...advance(value, valueBytes),
    ...advance(result, 2),
    ...get(count),
    ...constant(1),
    ...op.subtract32,
    ...tee(count),
    ...op.repeatIf,
    ...op.end, // of the loop
    ...op.end, // of the function
  ];
}

function moduleOf(): WebAssembly.Module {
  const section = (id: number, bytes: number[]) => [id, ...leb(bytes.length), ...bytes];
  const body = [0, ...instructions()];
  const [m, f] = ["m", "f"].map((letter) => letter.charCodeAt(0));
  return new WebAssembly.Module(
    Uint8Array.from([
      ...header,
      ...section(1, [1, 0x60, 4, i32, i32, i32, i32, 0]), // its type: four numbers, no result
      ...section(2, [1, 1, m, 1, m, 2, 0, 1]), // its memory comes from outside, as m.m
      ...section(3, [1, 0]),
      ...section(7, [1, 1, f, 0, 0]), // it is called f
      ...section(10, [1, ...leb(body.length), ...body]),
    ]),
  );
}

type Distances = (count: number, asked: number, value: number, result: number) => void;

/**
 * The function over a memory: counts for `count` values (at least one) that lie one after another from the address
 * `value`, 16 bits each from `result`.
 */
export function openDistances(memory: WebAssembly.Memory): Distances {
  const instance = new WebAssembly.Instance(moduleOf(), { m: { m: memory } });
  return instance.exports["f"] as Distances;
}
