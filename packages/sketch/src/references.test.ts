import sharp from "sharp";
import { expect, test } from "vitest";
import { oklab } from "./core/color.ts";
import { drawOrder } from "./draw.ts";
import type { Order } from "./messages.ts";
import { type Reference, readReferences } from "./references.ts";

const hooks = { progress() {}, check() {} };
const order = (change: Partial<Order>): Order => ({
  prompt: "a mountain lake",
  width: 256,
  height: 192,
  seed: 5,
  fine: false,
  ...change,
});

const [wide, high] = [400, 300];

/** A PNG of 400 by 300 whose pixels have the colours that are given, six hexadecimal digits each. */
function picture(colourAt: (x: number, y: number) => string): Promise<Buffer> {
  const pixels = Buffer.alloc(wide * high * 3);
  for (let at = 0; at < wide * high; at += 1) {
    pixels.write(colourAt(at % wide, Math.floor(at / wide)), at * 3, "hex");
  }
  return sharp(pixels, { raw: { width: wide, height: high, channels: 3 } })
    .png()
    .toBuffer();
}

const amber = () =>
  picture((_, y) => {
    if (y < 160) return "e08a1e";
    return y < 220 ? "f7d9a0" : "3b1d06";
  });

/** Mean of the hues of a picture, a and b of OKLab. */
async function hueOf(bytes: Uint8Array): Promise<[number, number]> {
  const pixels = await sharp(bytes).resize(64, 48, { fit: "fill" }).removeAlpha().raw().toBuffer();
  let [a, b] = [0, 0];
  const linear = (byte: number) => (byte / 255) ** 2.2;
  for (let i = 0; i < pixels.length; i += 3) {
    const lab = oklab([linear(pixels[i]), linear(pixels[i + 1]), linear(pixels[i + 2])]);
    a += lab[1];
    b += lab[2];
  }
  return [a / (pixels.length / 3), b / (pixels.length / 3)];
}
const apart = (x: [number, number], y: [number, number]) => Math.hypot(x[0] - y[0], x[1] - y[1]);
const palette = (bytes: Uint8Array, weight: number): Reference => ({
  bytes,
  role: "palette",
  weight,
});

test.each(["a mountain lake", "abstract composition of discs", "still life with a jug"])(
  "the palette of a reference pulls the colours of %s, the more the heavier it is",
  async (prompt) => {
    const bytes = await amber();
    const target = await hueOf(bytes);
    const distance = async (references: Reference[]) =>
      apart(await hueOf((await drawOrder(order({ prompt, references }), hooks)).bytes), target);
    const plain = await distance([]);
    const [light, heavy] = [
      await distance([palette(bytes, 0.2)]),
      await distance([palette(bytes, 1)]),
    ];
    expect(heavy).toBeLessThan(plain * 0.6);
    expect(heavy).toBeLessThan(light);
  },
);

test("a weight of nothing changes nothing", async () => {
  const bytes = await amber();
  const plain = await drawOrder(order({}), hooks);
  const weightless = await drawOrder(order({ references: [palette(bytes, 0)] }), hooks);
  expect(Buffer.compare(Buffer.from(plain.bytes), Buffer.from(weightless.bytes))).toBe(0);
});

test("a remix takes the palette of a reference too", async () => {
  const [bytes, source] = [await amber(), (await drawOrder(order({ seed: 9 }), hooks)).bytes];
  const target = await hueOf(bytes);
  const remixed = async (references: Reference[]) =>
    apart(
      await hueOf(
        (await drawOrder(order({ source, strength: 0.6, prompt: "a lake", references }), hooks))
          .bytes,
      ),
      target,
    );
  expect(await remixed([palette(bytes, 1)])).toBeLessThan((await remixed([])) * 0.8);
});

test.each([
  [0.35, 0.25],
  [0.62, 0.75],
])("the horizon at %d and the thing at %d of a reference are found", async (horizon, place) => {
  const bytes = await picture((x, y) => {
    if (Math.hypot(x - wide * place, y - high / 2) < 36) return "d22020";
    return y < high * horizon ? "8fa8c8" : "4a6b52";
  });
  const { layout } = await readReferences([{ bytes, role: "composition", weight: 1 }]);
  expect(layout?.horizon).toBeCloseTo(horizon, 1);
  expect(Math.abs((layout?.place ?? 0) - place)).toBeLessThan(0.1);
  const drawn = await drawOrder(
    order({
      prompt: "the sea with a ship",
      references: [{ bytes, role: "composition", weight: 1 }],
    }),
    hooks,
  );
  expect(drawn.laidOut).toBe(true);
});

test("a scene with neither a horizon nor a thing says that the composition changed nothing", async () => {
  const references: Reference[] = [{ bytes: await amber(), role: "composition", weight: 1 }];
  const drawn = await drawOrder(order({ prompt: "a nebula in deep space", references }), hooks);
  expect(drawn.laidOut).toBe(false);
});

test("bytes that are no picture are refused", async () => {
  const references = [palette(new Uint8Array([1, 2, 3]), 1)];
  await expect(drawOrder(order({ references }), hooks)).rejects.toMatchObject({
    kind: "invalid-request",
  });
});
