/** UUIDs of many rows in one piece, 16 bytes each. */

export const idBytes = 16;

const hexAt = (ids: Buffer, row: number) => ids.toString("hex", row * idBytes, (row + 1) * idBytes);

/** The id of a row, in its usual form. */
export function uuidAt(ids: Buffer, row: number): string {
  const hex = hexAt(ids, row);
  return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20][at])).join("-");
}

export const packIds = (uuids: readonly string[]): Buffer =>
  Buffer.concat(uuids.map((uuid) => Buffer.from(uuid.replaceAll("-", ""), "hex")));

/** The last two bytes of an id, which are random, and the last four. */
const lastTwo = (ids: Buffer, row: number) => ids.readUInt16LE((row + 1) * idBytes - 2);
const lastFour = (ids: Buffer, row: number) => ids.readUInt32LE((row + 1) * idBytes - 4);

/**
 * The rows that have some of the wanted ids, by id in hex. Most rows are passed over by the last two bytes, nearly all others by
 * the last four.
 * @param size rows that are in use, from the first on
 */
export function rowsWith(ids: Buffer, size: number, wanted: Buffer): Map<string, number> {
  const ends = new Uint8Array(2 ** 16);
  const longer = new Set<number>();
  for (let at = 0; at < wanted.length / idBytes; at += 1) {
    ends[lastTwo(wanted, at)] = 1;
    longer.add(lastFour(wanted, at));
  }
  const alike: number[] = [];
  for (let row = 0; row < size; row += 1) {
    if (ends[lastTwo(ids, row)] === 1 && longer.has(lastFour(ids, row))) alike.push(row);
  }
  if (alike.length === 0) return new Map();
  const asked = new Set(
    Array.from({ length: wanted.length / idBytes }, (_, at) => hexAt(wanted, at)),
  );
  return new Map(
    alike.map((row) => [hexAt(ids, row), row] as const).filter(([id]) => asked.has(id)),
  );
}
