/** A picture to remix, and how far a remix is from it. */
import sharp from "sharp";
import { type Frame, createFrame } from "./core/frame.ts";
import { makeNoise } from "./core/noise.ts";
import { decodeSource } from "./remix-source.ts";
import { type RemixContext, type RemixRequest, type Remixed, remix } from "./remix.ts";
import { renderSpec } from "./render.ts";

export const SIZE = 160;

/** A landscape of sorts: blue sky, a dark ridge, noisy green ground, a red hut. */
function sourcePicture(): Frame {
  const frame = createFrame(SIZE, SIZE);
  const noise = makeNoise(5, "source");
  for (let y = 0, j = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++, j += 3) {
      const ridge = SIZE * (0.45 + 0.1 * noise.fbm(x / 40, 3, 3));
      const hut = Math.abs(x - 100) < 16 && Math.abs(y - 105) < 14;
      const grass = 0.1 + 0.12 * noise.fbm(x / 8, y / 8, 3);
      const colour = hut
        ? [0.55, 0.06, 0.04]
        : y < ridge
          ? [0.25, 0.42, 0.75]
          : y < ridge + 18
            ? [0.06, 0.07, 0.1]
            : [grass * 0.6, grass * 1.6, grass * 0.4];
      frame.rgb.set(
        colour.map((value) => Math.max(0, value)),
        j,
      );
    }
  }
  return frame;
}

export const sourceBytes = await sharp(sourcePicture().toRGB8(), {
  raw: { width: SIZE, height: SIZE, channels: 3 },
})
  .png()
  .toBuffer();
export const source = await decodeSource(sourceBytes, SIZE, SIZE);

export const hooks: RemixContext = {
  progress: () => undefined,
  check: () => undefined,
  renderScene: renderSpec,
};

export function remixed(change: Partial<RemixRequest>, context = hooks): Promise<Remixed> {
  const request: RemixRequest = {
    sourceBytes,
    prompt: "",
    negative: "",
    seed: 4,
    width: SIZE,
    height: SIZE,
    strength: 0.6,
    ...change,
  };
  return remix(request, context);
}

/** Mean distance of two pictures in 8-bit steps. */
export function distance(a: Frame, b: Frame): number {
  const [first, second] = [a.toRGB8(), b.toRGB8()];
  return first.reduce((sum, value, i) => sum + Math.abs(value - second[i]), 0) / first.length;
}
