/** Pictures of the A1111 family's double, and what it makes of a mask. */
import sharp from "sharp";
import { maskFault, redrawn } from "./masks.ts";

type Asked = Record<string, unknown>;

/** Whether a field holds bytes in base64. */
export const isBase64 = (text: unknown): text is string =>
  typeof text === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** The colour of a seed: 24 bits of it, so that a picture identifies its task. */
export const colourOf = (seed: number): [red: number, green: number, blue: number] => [
  seed & 255,
  (seed >> 8) & 255,
  (seed >> 16) & 255,
];

/** A picture in the colour of its seed; an incomplete one is black below. */
export async function picture(
  width: number,
  height: number,
  seed: number,
  half = false,
): Promise<string> {
  const [r, g, b] = colourOf(seed);
  const whole = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  const black = { width, height: Math.floor(height / 2), channels: 3, background: "#000" } as const;
  const made = half ? whole.composite([{ input: { create: black }, gravity: "south" }]) : whole;
  return (await made.png().toBuffer()).toString("base64");
}

const bytesOf = (text: unknown) => Buffer.from(String(text), "base64");

/**
 * What is wrong with a mask. All read it in grey and redraw what is light, and are told what the others would do:
 * - A1111 and Forge (modules/processing.py, 70d6e109) make it of two values, blur it by 4, fill what is masked and cut the picture
 *   out around it;
 * - SD.Next (modules/api/generate.py, 175e9cbe; modules/processing_class.py) blurs it by 4, and neither fills nor cuts out;
 * - sd-server (examples/server/routes_sdapi.cpp, 0137f168) reads one channel, scales it to the size that is asked for, inverts it where
 *   it is asked to, and knows no other of these fields. A mask that it cannot decode it leaves out without a word.
 */
export async function maskRefusal(
  address: string,
  asked: Asked,
): Promise<[number, unknown] | null> {
  const wrong = (field: string, msg: string): [number, unknown] => [
    422,
    { detail: [{ loc: ["body", field], msg, type: "value_error" }] },
  ];
  const { mask, init_images: sources } = asked;
  if (mask === undefined) return null;
  if (!address.endsWith("img2img") || !Array.isArray(sources))
    return wrong("mask", "no init image");
  if (!isBase64(mask)) return wrong("mask", "not base64");
  const fault = await maskFault(bytesOf(mask), bytesOf(sources[0]), "white");
  if (fault !== null) return wrong("mask", fault);
  const { width, height } = await sharp(bytesOf(mask)).metadata();
  if (width !== asked["width"] || height !== asked["height"])
    return wrong("width", "not the mask's");
  const wanted = {
    mask_blur: 0,
    inpaint_full_res: false,
    inpainting_fill: 1,
    inpainting_mask_invert: 0,
  };
  const off = Object.entries(wanted).find(([name, value]) => asked[name] !== value);
  return off ? wrong(off[0], `must be ${String(off[1])}`) : null;
}

/**
 * What a server draws for a request.
 * @param size of a picture without a mask; one with a mask has its source's
 */
export async function drawnFor(
  asked: Asked,
  { width, height }: { width: number; height: number },
  seed: number,
  half: boolean,
): Promise<string> {
  const { mask, init_images: sources } = asked;
  if (!mask) return picture(width, height, seed, half);
  const source = bytesOf((sources as unknown[])[0]);
  const made = await redrawn(source, bytesOf(mask), "white", colourOf(seed));
  return made.toString("base64");
}
