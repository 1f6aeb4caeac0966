import { idBytes, packIds, rowsWith, uuidAt } from "./packed-ids.ts";

/** Rows by their parts, each part of all rows in one piece: ids of 16 bytes, times in milliseconds, five packed colours. */
export type PaletteRows = { ids: Buffer; times: Float64Array; colors: Int32Array };

/** A place in the order of time. */
export type Place = { time: number; id: string };

const perRow = 5;
/** So many rows of room more than are needed, so that not each new one moves all. */
const room = 1.25;

const openStore = (capacity: number) => ({
  ids: Buffer.alloc(capacity * idBytes),
  times: new Float64Array(capacity),
  colors: new Int32Array(capacity * perRow),
  capacity,
});

type Store = ReturnType<typeof openStore>;

function move({ ids, times, colors }: Store, to: number, from: number, end: number): void {
  if (to === from || from === end) return;
  ids.copyWithin(to * idBytes, from * idBytes, end * idBytes);
  times.copyWithin(to, from, end);
  colors.copyWithin(to * perRow, from * perRow, end * perRow);
}

const compareIds = (one: Buffer, at: number, other: Buffer, otherAt: number) =>
  one.compare(other, otherAt * idBytes, (otherAt + 1) * idBytes, at * idBytes, (at + 1) * idBytes);

/** Palettes of pictures, the newest first; of equal times the greater id first, as the database orders them. */
export class PaletteTable {
  #store = openStore(1);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The last row; null where there is none. */
  get oldest(): Place | null {
    if (this.#size === 0) return null;
    const last = this.#size - 1;
    return { time: this.#store.times[last], id: uuidAt(this.#store.ids, last) };
  }

  #reserve(capacity: number): void {
    if (capacity <= this.#store.capacity) return;
    const old = this.#store;
    this.#store = openStore(Math.ceil(capacity * room));
    this.#store.ids.set(old.ids.subarray(0, this.#size * idBytes));
    this.#store.times.set(old.times.subarray(0, this.#size));
    this.#store.colors.set(old.colors.subarray(0, this.#size * perRow));
  }

  /** The first row that comes behind a place; a row at the place itself is not behind it. */
  #behind(time: number, ids: Buffer, at: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const known = this.#store.times[middle];
      const isBefore =
        known === time ? compareIds(this.#store.ids, middle, ids, at) >= 0 : known > time;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #remove(rows: Iterable<number>): void {
    const gone = [...rows].toSorted((a, b) => a - b);
    gone.forEach((row, at) => {
      move(this.#store, row - at, row + 1, gone[at + 1] ?? this.#size);
    });
    this.#size -= gone.length;
  }

  /** Whether the rows are in order and come behind all that are known. */
  #continues({ ids, times }: PaletteRows): boolean {
    const isBehind = (at: number, known: Float64Array, knownIds: Buffer, row: number) =>
      times[at] === known[row] ? compareIds(knownIds, row, ids, at) > 0 : times[at] < known[row];
    const last = this.#size - 1;
    if (last >= 0 && !isBehind(0, this.#store.times, this.#store.ids, last)) return false;
    for (let at = 1; at < times.length; at += 1) {
      if (!isBehind(at, times, ids, at - 1)) return false;
    }
    return true;
  }

  #append({ ids, times, colors }: PaletteRows): void {
    this.#store.ids.set(ids, this.#size * idBytes);
    this.#store.times.set(times, this.#size);
    this.#store.colors.set(colors, this.#size * perRow);
    this.#size += times.length;
  }

  #insert({ ids, times, colors }: PaletteRows): void {
    const store = this.#store;
    const places = Array.from(times, (time, at) => ({ at, to: this.#behind(time, ids, at) }));
    // From the last on: what comes behind moves away first.
    places.sort(
      (a, b) => b.to - a.to || times[a.at] - times[b.at] || compareIds(ids, a.at, ids, b.at),
    );
    let end = this.#size;
    for (const [done, { at, to }] of places.entries()) {
      const shift = places.length - done;
      move(store, to + shift, to, end);
      const row = to + shift - 1;
      ids.copy(store.ids, row * idBytes, at * idBytes, (at + 1) * idBytes);
      store.times[row] = times[at];
      for (let part = 0; part < perRow; part += 1) {
        store.colors[row * perRow + part] = colors[at * perRow + part];
      }
      end = to;
    }
    this.#size += places.length;
  }

  /** Adds rows, or replaces those with the same ids. No id may come twice among them. Rows in order behind all others are quickest. */
  put(rows: PaletteRows): void {
    if (rows.times.length === 0) return;
    this.#remove(rowsWith(this.#store.ids, this.#size, rows.ids).values());
    this.#reserve(this.#size + rows.times.length);
    if (this.#continues(rows)) this.#append(rows);
    else this.#insert(rows);
  }

  forget(uuids: readonly string[]): void {
    this.#remove(rowsWith(this.#store.ids, this.#size, packIds(uuids)).values());
  }

  /** Forgets all but the first rows. */
  keep(rows: number): void {
    this.#size = Math.min(this.#size, rows);
  }

  /** Forgets all that come behind a place. */
  keepFrom({ time, id }: Place): void {
    this.keep(this.#behind(time, packIds([id]), 0));
  }

  /**
   * The ids of the newest that match, newest first. @param until later rows are left out
   * @param matches gets the colours of all rows and where those of one begin
   */
  newest(
    matches: (colors: Int32Array, from: number) => boolean,
    until: Date,
    wanted: number,
  ): string[] {
    const { ids, times, colors } = this.#store;
    const limit = until.getTime();
    const found: string[] = [];
    for (let row = 0; row < this.#size && found.length < wanted; row += 1) {
      if (times[row] <= limit && matches(colors, row * perRow)) found.push(uuidAt(ids, row));
    }
    return found;
  }
}
