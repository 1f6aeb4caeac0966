import sharp from "sharp";

type Rgb = readonly [red: number, green: number, blue: number];

const dark: Rgb = [29, 53, 87];
const light: Rgb = [241, 250, 238];
const choose = (isLight: boolean) => (isLight ? light : dark);

/** The colour at a point of a drawing; both coordinates run from 0 to 1. */
const drawings = {
  rings: (x: number, y: number) => choose(Math.floor(Math.hypot(x - 0.5, y - 0.5) * 14) % 2 === 0),
  bars: (x: number) => choose(Math.floor(x * 9) % 2 === 0),
  checks: (x: number, y: number) => choose((Math.floor(x * 6) + Math.floor(y * 6)) % 2 === 0),
  disc: (x: number, y: number) => choose(Math.hypot(x - 0.35, y - 0.6) < 0.22),
  waves: (x: number, y: number) => choose(Math.sin(y * 40 + Math.sin(x * 9) * 3) > 0),
  haze: (x: number, y: number): Rgb => [40 + 200 * y, 90 + 60 * x, 160 - 90 * y],
} satisfies Record<string, (x: number, y: number) => Rgb>;

export type DrawingName = keyof typeof drawings;
export const drawingNames = Object.keys(drawings) as DrawingName[];

/** A PNG of one of a few very different drawings; most share their two colours. */
export function aDrawing(name: DrawingName, width = 160, height = 160): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set(drawings[name](x / width, y / height), (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
