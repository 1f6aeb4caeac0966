/** Making what is white in a mask wider or narrower. */

type Grey = { pixels: Uint8Array; width: number; height: number };

/** The greatest value within `reach` steps of each value of a line, in place. Beyond its ends there is nothing. */
function spread(line: Uint8Array, length: number, reach: number, room: [Uint8Array, Uint8Array]) {
  const window = 2 * reach + 1;
  const padded = Math.ceil((length + 2 * reach) / window) * window;
  const [before, after] = room;
  const at = (index: number) =>
    index < reach || index >= length + reach ? 0 : line[index - reach];
  for (let start = 0; start < padded; start += window) {
    const end = start + window - 1;
    before[start] = at(start);
    for (let index = start + 1; index <= end; index += 1) {
      before[index] = Math.max(before[index - 1], at(index));
    }
    after[end] = at(end);
    for (let index = end - 1; index >= start; index -= 1) {
      after[index] = Math.max(after[index + 1], at(index));
    }
  }
  for (let index = 0; index < length; index += 1) {
    line[index] = Math.max(after[index], before[index + window - 1]);
  }
}

/** Spreads along lines that begin at `starts` and go on by `step`. */
function spreadLines(
  { pixels }: Grey,
  lines: Iterable<readonly [start: number, step: number, length: number]>,
  reach: number,
  longest: number,
): void {
  if (reach === 0) return;
  const line = new Uint8Array(longest);
  const size = longest + 4 * reach + 2;
  const room: [Uint8Array, Uint8Array] = [new Uint8Array(size), new Uint8Array(size)];
  for (const [start, step, length] of lines) {
    let isEmpty = true;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      line[index] = pixels[at];
      if (pixels[at] !== 0) isEmpty = false;
    }
    if (isEmpty) continue;
    spread(line, length, reach, room);
    for (let index = 0, at = start; index < length; index += 1, at += step)
      pixels[at] = line[index];
  }
}

function* rows({ width, height }: Grey) {
  for (let y = 0; y < height; y += 1) yield [y * width, 1, width] as const;
}

function* columns({ width, height }: Grey) {
  for (let x = 0; x < width; x += 1) yield [x, width, height] as const;
}

/** Diagonals downwards: to the right, or to the left. */
function* diagonals({ width, height }: Grey, isRight: boolean) {
  const step = width + (isRight ? 1 : -1);
  const room = (x: number) => (isRight ? width - x : x + 1);
  for (let x = 0; x < width; x += 1) yield [x, step, Math.min(room(x), height)] as const;
  const edge = isRight ? 0 : width - 1;
  for (let y = 1; y < height; y += 1) {
    yield [y * width + edge, step, Math.min(width, height - y)] as const;
  }
}

/**
 * Makes what is light wider by about `reach` pixels in all directions, in place: by an octagon, which is near a disc and takes
 * the same time for any reach.
 */
function widen(grey: Grey, reach: number): void {
  const slanted = Math.round(reach / (2 + Math.SQRT2));
  const straight = reach - 2 * slanted;
  const longest = Math.max(grey.width, grey.height);
  spreadLines(grey, rows(grey), straight, longest);
  spreadLines(grey, columns(grey), straight, longest);
  spreadLines(grey, diagonals(grey, true), slanted, longest);
  spreadLines(grey, diagonals(grey, false), slanted, longest);
}

/** Makes what is white wider by so many pixels, or narrower below 0, in place. The edges of the picture are no edges of it. */
export function grow(grey: Grey, by: number): void {
  if (by > 0) widen(grey, by);
  if (by >= 0) return;
  const { pixels } = grey;
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = 255 - pixels[at];
  widen(grey, -by);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = 255 - pixels[at];
}
