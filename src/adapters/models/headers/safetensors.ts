/** The header of a safetensors file: eight bytes with its length, then JSON that says where each tensor lies. */
import { countJson, type JsonParts } from "./json.ts";
import { type ByteSource, HeaderFault, mostTensors, numbersOf, shown } from "./source.ts";

/**
 * Those of models have some hundred kB. The format allows 100 MB, which could not be checked within 200 ms and 50 MB of
 * memory (decision 436).
 */
export const longestHeader = 8 * 1024 * 1024;
const lengthBytes = 8;
const mostSides = 8;
const longestName = 1_000;
const bounds = {
  depth: 4,
  objects: mostTensors + 2,
  lists: 2 * mostTensors,
  // Four parts of a tensor and some sides each, and as much again for metadata.
  commas: 16 * mostTensors,
};

/** Bits of one number of each type. */
const bitsOf: Readonly<Record<string, number>> = {
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
  BOOL: 8,
  U8: 8,
  I8: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  I64: 64,
  U64: 64,
  F64: 64,
  C64: 64,
};

type Extent = { name: string; start: number; end: number };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOffset = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** Where a tensor lies, from the start of the data. @throws HeaderFault */
function extentOf(name: string, value: unknown): Extent {
  const fault = (what: string) => new HeaderFault(`the tensor ${shown(name)} ${what}`);
  if (name.length > longestName) throw fault("has too long a name");
  if (!isRecord(value) || Object.keys(value).length !== 3) throw fault("is not described as one");
  const { dtype, shape, data_offsets: offsets } = value;
  if (typeof dtype !== "string" || !Object.hasOwn(bitsOf, dtype)) throw fault("has no known type");
  if (!Array.isArray(shape) || shape.length > mostSides) throw fault("has no shape");
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isOffset)) {
    throw fault("has no place");
  }
  const [start, end] = offsets as [number, number];
  const bits = numbersOf(shape as number[], shown(name)) * bitsOf[dtype];
  if (end - start !== bits / 8) throw fault("is not as long as its shape says");
  return { name, start, end };
}

function checkMetadata(value: unknown): number {
  if (!isRecord(value)) throw new HeaderFault("the metadata are no list of texts");
  const texts = Object.values(value);
  if (texts.some((text) => typeof text !== "string")) {
    throw new HeaderFault("the metadata have something else than texts");
  }
  return texts.length;
}

/** The tensors of a header. A name that is there twice shows in the counts, for a parser keeps the last of them. */
function tensorsOf(header: unknown, parts: JsonParts): Extent[] {
  if (!isRecord(header)) throw new HeaderFault("the header is no object");
  const extents: Extent[] = [];
  let colons = 0;
  let objects = 1;
  for (const [name, value] of Object.entries(header)) {
    objects += 1;
    if (name === "__metadata__") colons += 1 + checkMetadata(value);
    else {
      extents.push(extentOf(name, value));
      colons += 4;
    }
  }
  if (extents.length === 0) throw new HeaderFault("the file has no tensor");
  if (extents.length > mostTensors) throw new HeaderFault("the header names too many tensors");
  if (objects !== parts.objects || colons !== parts.colons) {
    throw new HeaderFault("the header has a name twice");
  }
  return extents;
}

/** @throws HeaderFault unless the tensors cover the data without a hole, an overlap or a rest */
function checkExtents(extents: readonly Extent[], dataBytes: number): void {
  let at = 0;
  for (const { name, start, end } of extents.toSorted(
    (a, b) => a.start - b.start || a.end - b.end,
  )) {
    if (start !== at) {
      const what = start < at ? "overlaps another" : "leaves a hole before it";
      throw new HeaderFault(`the tensor ${shown(name)} ${what}`);
    }
    at = end;
  }
  if (at > dataBytes) throw new HeaderFault("the file ends before its last tensor");
  if (at < dataBytes) throw new HeaderFault("the file goes on after its last tensor");
}

/** Bytes of the header, from the first eight of the file. @throws HeaderFault */
function headerLength(first: Uint8Array, size: number): number {
  if (first.length < lengthBytes) throw new HeaderFault("the file is too short");
  const length = new DataView(first.buffer, first.byteOffset).getBigUint64(0, true);
  if (length < 2n || length > BigInt(longestHeader)) {
    throw new HeaderFault(`the header claims ${length} bytes`);
  }
  if (Number(length) + lengthBytes > size) throw new HeaderFault("the file ends in its header");
  return Number(length);
}

/**
 * Checks the header of a safetensors file without reading its tensors. Reads and parses at most 8 MB.
 * @throws HeaderFault
 */
export async function checkSafetensors(source: ByteSource): Promise<void> {
  const length = headerLength(await source.read(0, lengthBytes), source.size);
  const bytes = await source.read(lengthBytes, length);
  if (bytes.length < length) throw new HeaderFault("the file ends in its header");
  if (bytes[0] !== 0x7b) throw new HeaderFault("the header does not begin as JSON does");
  const parts = countJson(bytes, bounds);
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HeaderFault("the header is no JSON");
  }
  checkExtents(tensorsOf(header, parts), source.size - lengthBytes - length);
}
