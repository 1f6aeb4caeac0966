import { openDistances, valueBytes } from "./hamming.ts";
import { idBytes, packIds, rowsWith, uuidAt } from "./packed-ids.ts";

/** Rows by their parts, each part of all rows in one piece: ids of 16 bytes, times in milliseconds, signs of 64 bytes. */
export type SignRows = { ids: Buffer; times: Float64Array; signs: Buffer };

const pageBytes = 65_536;
const resultBytes = 2;
const bits = valueBytes * 8;
/** So many rows of room more than are needed, so that not each new one moves all. */
const room = 1.25;

/** The asked value, then the counts, then the values, each row's 64 bytes at a multiple of 64. */
const resultsAt = valueBytes;
const valuesAt = (capacity: number) =>
  resultsAt + Math.ceil((capacity * resultBytes) / valueBytes) * valueBytes;

function openMemory(capacity: number) {
  const bytes = valuesAt(capacity) + capacity * valueBytes;
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
  return {
    distances: openDistances(memory),
    bytes: new Uint8Array(memory.buffer),
    results: new Uint16Array(memory.buffer, resultsAt, capacity),
    ids: Buffer.alloc(capacity * idBytes),
    times: new Float64Array(capacity),
    capacity,
  };
}

/** Signs of vectors by id and time, compared in memory. */
export class SignTable {
  #store = openMemory(1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  #reserve(capacity: number): void {
    if (capacity <= this.#store.capacity) return;
    const old = this.#store;
    const size = this.#size;
    const next = openMemory(Math.ceil(capacity * room));
    next.ids.set(old.ids.subarray(0, size * idBytes));
    next.times.set(old.times.subarray(0, size));
    const from = valuesAt(old.capacity);
    next.bytes.set(old.bytes.subarray(from, from + size * valueBytes), valuesAt(next.capacity));
    this.#store = next;
  }

  #signs(row: number): Uint8Array {
    const from = valuesAt(this.#store.capacity) + row * valueBytes;
    return this.#store.bytes.subarray(from, from + valueBytes);
  }

  #rowsOf(ids: Buffer): Map<string, number> {
    return rowsWith(this.#store.ids, this.#size, ids);
  }

  /** Adds rows, or replaces those with the same ids. No id may come twice among them. */
  put({ ids, times, signs }: SignRows): void {
    this.#reserve(this.#size + times.length);
    const known = this.#rowsOf(ids);
    for (let at = 0; at < times.length; at += 1) {
      const id = ids.subarray(at * idBytes, (at + 1) * idBytes);
      const row = known.get(id.toString("hex")) ?? this.#size;
      if (row === this.#size) this.#size += 1;
      this.#store.ids.set(id, row * idBytes);
      this.#store.times[row] = times[at];
      this.#signs(row).set(signs.subarray(at * valueBytes, (at + 1) * valueBytes));
    }
  }

  /** Forgets ids; the last rows take the places of theirs. */
  forget(uuids: readonly string[]): void {
    const known = this.#rowsOf(packIds(uuids));
    for (const row of [...known.values()].toSorted((a, b) => b - a)) {
      this.#size -= 1;
      const { ids, times } = this.#store;
      ids.copyWithin(row * idBytes, this.#size * idBytes, (this.#size + 1) * idBytes);
      times[row] = times[this.#size];
      this.#signs(row).set(this.#signs(this.#size));
    }
  }

  /** The greatest distance among the nearest `wanted` rows that are no later than a time. */
  #reach(wanted: number, until: number): number {
    const { results, times } = this.#store;
    const counts = new Uint32Array(bits + 1);
    for (let row = 0; row < this.#size; row += 1) {
      if (times[row] <= until) counts[results[row]] += 1;
    }
    let sum = 0;
    return counts.findIndex((rows) => (sum += rows) >= wanted);
  }

  /**
   * The ids of those whose signs differ least, nearest first; of equals the newest. @param signs 64 bytes
   * @param until later rows are left out
   */
  nearest(signs: Uint8Array, until: Date, wanted: number): string[] {
    if (this.#size === 0) return [];
    const { bytes, results, times, ids, distances, capacity } = this.#store;
    bytes.set(signs, 0);
    distances(this.#size, 0, valuesAt(capacity), resultsAt);
    const limit = until.getTime();
    const reach = this.#reach(wanted, limit);
    const found: { id: string; apart: number; time: number }[] = [];
    for (let row = 0; row < this.#size; row += 1) {
      if (times[row] > limit || (reach >= 0 && results[row] > reach)) continue;
      found.push({ id: uuidAt(ids, row), apart: results[row], time: times[row] });
    }
    return found
      .toSorted((a, b) => a.apart - b.apart || b.time - a.time || (a.id < b.id ? 1 : -1))
      .slice(0, wanted)
      .map(({ id }) => id);
  }
}
