/** The list of a priority queue as Python keeps it: `_siftdown`, `_siftup`, `heappush`, `heappop` and `heapify` of Lib/heapq.py. */

type Ranked = { number: number };

/** Moves an entry towards the root until its parent is no greater. */
function siftDown(heap: Ranked[], start: number, from: number): void {
  const entry = heap[from];
  let at = from;
  while (at > start) {
    const parent = (at - 1) >> 1;
    if (entry.number >= heap[parent].number) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = entry;
}

/** Moves the lesser child up until a leaf is free for the entry, which then goes as far up as it belongs. */
function siftUp(heap: Ranked[], start: number): void {
  const entry = heap[start];
  let at = start;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    const right = child + 1;
    if (right < heap.length && heap[child].number >= heap[right].number) child = right;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = entry;
  siftDown(heap, start, at);
}

/** Adds an entry. */
export function heapPush<T extends Ranked>(heap: T[], entry: T): void {
  heap.push(entry);
  siftDown(heap, 0, heap.length - 1);
}

/** Takes the entry with the lowest number. */
export function heapPop<T extends Ranked>(heap: T[]): T | undefined {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return last;
  const [lowest] = heap;
  heap[0] = last;
  siftUp(heap, 0);
  return lowest;
}

/** Makes a heap of a list. */
export function heapify(list: Ranked[]): void {
  for (let at = (list.length >> 1) - 1; at >= 0; at -= 1) siftUp(list, at);
}
