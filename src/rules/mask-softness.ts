type Size = { width: number; height: number };

/** From here on a pixel counts as part of a mask when it grows. */
const half = 128;
const far = 1e12;

/** Squared distances along one line, by the lower envelope of parabolas (Felzenszwalb and Huttenlocher). */
function lineDistances(line: Float64Array, count: number, into: Float64Array): void {
  const places = new Int32Array(count);
  const starts = new Float64Array(count + 1);
  let last = 0;
  starts[0] = -far;
  starts[1] = far;
  const crossing = (a: number, b: number) => (line[a] + a * a - line[b] - b * b) / (2 * a - 2 * b);
  for (let at = 1; at < count; at += 1) {
    let from = crossing(at, places[last]);
    while (from <= starts[last]) {
      last -= 1;
      from = crossing(at, places[last]);
    }
    last += 1;
    places[last] = at;
    starts[last] = from;
    starts[last + 1] = far;
  }
  last = 0;
  for (let at = 0; at < count; at += 1) {
    while (starts[last + 1] < at) last += 1;
    into[at] = (at - places[last]) ** 2 + line[places[last]];
  }
}

/** The squared distance of each pixel to the nearest that is in. */
function distances(isIn: (at: number) => boolean, { width, height }: Size): Float64Array {
  const field = new Float64Array(width * height);
  for (let at = 0; at < field.length; at += 1) field[at] = isIn(at) ? 0 : far;
  const longest = Math.max(width, height);
  const [line, into] = [new Float64Array(longest), new Float64Array(longest)];
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) line[y] = field[y * width + x];
    lineDistances(line, height, into);
    for (let y = 0; y < height; y += 1) field[y * width + x] = into[y];
  }
  for (let y = 0; y < height; y += 1) {
    line.set(field.subarray(y * width, (y + 1) * width));
    lineDistances(line, width, into);
    field.set(into.subarray(0, width), y * width);
  }
  return field;
}

/** Three means after one another are close to a Gauss curve; `radius` is that of one of them, in pixels. */
function blurred(mask: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  let from = Float32Array.from(mask);
  let into = new Float32Array(mask.length);
  const pass = (count: number, lines: number, step: number, next: number) => {
    for (let line = 0; line < lines; line += 1) {
      const start = line * next;
      const at = (index: number) => from[start + Math.min(count - 1, Math.max(0, index)) * step];
      let sum = 0;
      for (let index = -radius; index <= radius; index += 1) sum += at(index);
      for (let index = 0; index < count; index += 1) {
        into[start + index * step] = sum / (2 * radius + 1);
        sum += at(index + radius + 1) - at(index - radius);
      }
    }
    [from, into] = [into, from];
  };
  for (let times = 0; times < 3; times += 1) {
    pass(width, height, 1, width);
    pass(height, width, width, 1);
  }
  return Uint8Array.from(from, Math.round);
}

/**
 * A mask, grown and with a soft edge.
 * @param mask one byte a pixel: 255 changes, 0 stays
 * @param grow pixels by which it becomes wider, below 0 narrower
 * @param feather pixels over which its edge becomes soft
 */
export function softened(mask: Uint8Array, size: Size, grow: number, feather: number): Uint8Array {
  let grown = mask;
  if (grow > 0) {
    const near = distances((at) => mask[at] >= half, size);
    grown = mask.map((value, at) => Math.max(value, near[at] <= grow * grow ? 255 : 0));
  }
  if (grow < 0) {
    const near = distances((at) => mask[at] < half, size);
    grown = mask.map((value, at) => (near[at] <= grow * grow ? 0 : value));
  }
  return feather > 0 ? blurred(grown, size, Math.max(1, Math.round(feather / 3))) : grown;
}
