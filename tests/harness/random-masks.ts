/** Numbers that look random and are the same in each run. */
export function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type Dice = ReturnType<typeof dice>;
export type Size = { width: number; height: number };

/** Rectangles, discs and single pixels in white and grey. @returns one value for each pixel */
export function randomMask(roll: Dice, { width, height }: Size): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let shape = roll(5); shape >= 0; shape -= 1) {
    const [x, y, size, value] = [roll(width), roll(height), 1 + roll(30), 1 + roll(255)];
    const isRound = roll(2) === 0;
    for (let at = 0; at < mask.length; at += 1) {
      const [dx, dy] = [Math.abs((at % width) - x), Math.abs(Math.floor(at / width) - y)];
      const isIn = isRound ? Math.hypot(dx, dy) < size : dx < size && dy < size;
      if (isIn) mask[at] = roll(3) === 0 ? value : 255;
    }
  }
  return mask;
}

/** Which pixels have any white of the mask within so many pixels across and down: no other may change. */
export function reachOf(mask: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const across = new Uint8Array(mask.length);
  for (let at = 0; at < mask.length; at += 1) {
    const [x, row] = [at % width, at - (at % width)];
    const [from, to] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
    across[at] = mask.subarray(row + from, row + to + 1).some((value) => value > 0) ? 1 : 0;
  }
  return across.map((_, at) => {
    const y = Math.floor(at / width);
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
      if (across[row * width + (at % width)] === 1) return 1;
    }
    return 0;
  });
}
