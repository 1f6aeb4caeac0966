/** The header of a GGUF file: keys with values, then where each tensor lies. */
import { Cursor } from "./cursor.ts";
import { ggmlTypes } from "./ggml-types.ts";
import { type ByteSource, HeaderFault, mostTensors, numbersOf, shown } from "./source.ts";

/** Bytes of a header that are read; the largest vocabularies take some 16 MB. */
export const readBudget = 32 * 1024 * 1024;
const versions = new Set([2, 3]);
const mostKeys = 10_000;
const longestName = 1_000;
const longestText = 1_000_000;
const longestArray = 2_000_000;
/** Texts of all arrays together: each is looked at, to know where it ends. */
const mostTexts = 1_500_000;
const mostSides = 5;
const usualAlignment = 32;
const largestAlignment = 65_536;

/** Types of values by their numbers: bytes of one, or what it is made of. */
const valueTypes: readonly (number | "text" | "array")[] = [
  1,
  1,
  2,
  2,
  4,
  4,
  4,
  1,
  "text",
  "array",
  8,
  8,
  8,
];
const wordType = 4;

type Reading = { cursor: Cursor; texts: number };

async function word(cursor: Cursor): Promise<number> {
  await cursor.fill(4);
  return cursor.word();
}

async function long(cursor: Cursor): Promise<number> {
  await cursor.fill(8);
  return cursor.long();
}

async function nameAt(cursor: Cursor): Promise<string> {
  const length = await long(cursor);
  if (length === 0 || length > longestName) {
    throw new HeaderFault(`the header has a name of ${length} bytes`);
  }
  await cursor.fill(length);
  return cursor.text(length);
}

/** Passes over texts; they are not read. */
async function skipTexts(reading: Reading, count: number): Promise<void> {
  const { cursor } = reading;
  reading.texts += count;
  if (reading.texts > mostTexts) throw new HeaderFault("the header has too many texts");
  for (let index = 0; index < count; index += 1) {
    if (!cursor.has(8)) await cursor.fill(8);
    const length = cursor.long();
    if (length > longestText) throw new HeaderFault(`the header has a text of ${length} bytes`);
    cursor.skip(length);
  }
}

async function skipArray(reading: Reading): Promise<void> {
  const { cursor } = reading;
  const type = valueTypes[await word(cursor)];
  const count = await long(cursor);
  if (count > longestArray) throw new HeaderFault(`the header has an array of ${count}`);
  if (type === "text") await skipTexts(reading, count);
  else if (typeof type === "number") cursor.skip(count * type);
  else throw new HeaderFault("the header has an array of no known type");
}

async function skipValue(reading: Reading, number: number): Promise<void> {
  const type = valueTypes[number];
  if (type === "array") await skipArray(reading);
  else if (type === "text") await skipTexts(reading, 1);
  else if (typeof type === "number") reading.cursor.skip(type);
  else throw new HeaderFault(`the header has a value of the unknown type ${number}`);
}

async function alignmentAt(cursor: Cursor, type: number): Promise<number> {
  const value = type === wordType ? await word(cursor) : 0;
  const isPower = value > 0 && (value & (value - 1)) === 0;
  if (!isPower || value < 8 || value > largestAlignment) {
    throw new HeaderFault("the alignment is no power of two that is used");
  }
  return value;
}

/** Passes over the keys. @returns the alignment that they set */
async function readKeys(reading: Reading, count: number): Promise<number> {
  const seen = new Set<string>();
  let alignment = usualAlignment;
  for (let index = 0; index < count; index += 1) {
    const key = await nameAt(reading.cursor);
    if (seen.has(key)) throw new HeaderFault(`the key ${shown(key)} is there twice`);
    seen.add(key);
    const type = await word(reading.cursor);
    if (key === "general.alignment") alignment = await alignmentAt(reading.cursor, type);
    else await skipValue(reading, type);
  }
  return alignment;
}

type Extent = { name: string; start: number; end: number };

async function tensorAt(cursor: Cursor, alignment: number): Promise<Extent> {
  const name = await nameAt(cursor);
  const fault = (what: string) => new HeaderFault(`the tensor ${shown(name)} ${what}`);
  const sides = await word(cursor);
  if (sides < 1 || sides > mostSides) throw fault(`has ${sides} sides`);
  const shape: number[] = [];
  for (let index = 0; index < sides; index += 1) shape.push(await long(cursor));
  const type = ggmlTypes.get(await word(cursor));
  const start = await long(cursor);
  if (type === undefined) throw fault("has no known type");
  if (start % alignment !== 0) throw fault("is not aligned");
  const numbers = numbersOf(shape, shown(name));
  if (numbers === 0) throw fault("is empty");
  if (shape[0] % type.block !== 0) throw fault("has rows that its type cannot have");
  return { name, start, end: start + (numbers / type.block) * type.bytes };
}

async function readTensors(cursor: Cursor, count: number, alignment: number): Promise<Extent[]> {
  const extents: Extent[] = [];
  const names = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const extent = await tensorAt(cursor, alignment);
    if (names.has(extent.name)) {
      throw new HeaderFault(`the tensor ${shown(extent.name)} is there twice`);
    }
    names.add(extent.name);
    extents.push(extent);
  }
  return extents;
}

function checkExtents(extents: readonly Extent[], dataBytes: number): void {
  let at = 0;
  for (const { name, start, end } of extents.toSorted((a, b) => a.start - b.start)) {
    if (start < at) throw new HeaderFault(`the tensor ${shown(name)} overlaps another`);
    if (end > dataBytes) throw new HeaderFault(`the file ends before the tensor ${shown(name)}`);
    at = end;
  }
}

/**
 * Checks the header of a GGUF file without reading its tensors. Reads at most 32 MB, a quarter of a MB at a time.
 * @throws HeaderFault
 */
export async function checkGguf(source: ByteSource): Promise<void> {
  const cursor = new Cursor(source, readBudget);
  cursor.skip(4);
  const version = await word(cursor);
  if (!versions.has(version)) throw new HeaderFault(`the version ${version} of GGUF is not known`);
  const tensors = await long(cursor);
  const keys = await long(cursor);
  if (tensors < 1 || tensors > mostTensors)
    throw new HeaderFault(`the file claims ${tensors} tensors`);
  if (keys > mostKeys) throw new HeaderFault(`the file claims ${keys} keys`);
  const alignment = await readKeys({ cursor, texts: 0 }, keys);
  const extents = await readTensors(cursor, tensors, alignment);
  const dataStart = Math.ceil(cursor.position / alignment) * alignment;
  checkExtents(extents, source.size - dataStart);
}
