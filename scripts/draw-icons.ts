/**
 * Draws the icons of the installed app from the mark into public/: `node scripts/draw-icons.ts`. Run it when the mark or
 * a colour of it changes (public/favicon.svg).
 */
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const folder = fileURLToPath(new URL("../public/", import.meta.url));

const colors = { ink: "#131e20", patina: "#0f6668", ground: "#f8fafa" };

type Colors = { ink: string; patina: string };

/** The mark in a square of the given side; it fills the given part of it. Behind it is what `ground` draws. */
function svg(side: number, part: number, { ink, patina }: Colors = colors, ground = ""): Buffer {
  const scale = (side * part) / 32;
  const inset = (side - 32 * scale) / 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" fill="none">
${ground}<g transform="translate(${inset} ${inset + 2 * scale}) scale(${scale})">
<path d="M12 3.8a10.2 10.2 0 0 0 0 20.4Z" fill="${ink}"/>
<path d="M15.8 4.9a9.1 9.1 0 0 1 0 18.2" stroke="${ink}" stroke-width="2.2" stroke-linecap="round"/>
<path d="M27.4 7.6a12.6 12.6 0 0 1 0 12.8" stroke="${patina}" stroke-width="2.2" stroke-linecap="round"/>
</g></svg>`);
}

const draw = (name: string, drawing: Buffer) =>
  sharp(drawing).png({ compressionLevel: 9 }).toFile(`${folder}${name}.png`);

const drawOpaque = (name: string, drawing: Buffer) =>
  sharp(drawing)
    .flatten({ background: colors.ground })
    .png({ compressionLevel: 9 })
    .toFile(`${folder}${name}.png`);

for (const side of [192, 512]) {
  const tile = `<rect width="${side}" height="${side}" rx="${side * 0.22}" fill="${colors.ground}"/>`;
  await draw(`icon-${side}`, svg(side, 0.72, colors, tile));
  // Launchers cut it to a shape of their own: all of the mark is within the middle 80 %.
  await drawOpaque(`icon-maskable-${side}`, svg(side, 0.6));
}
await drawOpaque("apple-touch-icon", svg(180, 0.68));
// Only its transparency counts: systems paint it in one colour.
await draw("badge-96", svg(96, 0.92, { ink: "#ffffff", patina: "#ffffff" }));
