/** Colours of a still life: room, bodies, light. */
import { adjust, hex, lum, mixc, oklab } from "../core/color.ts";
import type { Rgb, Rng, SceneSpec } from "../types.ts";

export type StillLifeColours = { floor: Rgb; wall: Rgb; accents: Rgb[] };

type Scheme = { floor: string; wall: string; accents: string[] };

const LIGHT_SCHEMES: readonly Scheme[] = [
  { floor: "#e9d6cb", wall: "#efe2da", accents: ["#e38a62", "#f2ece2", "#efc23a", "#6fc2bb"] },
  { floor: "#efcda2", wall: "#f3dec2", accents: ["#d2512b", "#f0e6cd", "#7a2d1e", "#f7f1e6"] },
  { floor: "#dbe4de", wall: "#e2e7e1", accents: ["#e8bb1c", "#1d7a6d", "#f4f3ee", "#ee6638"] },
  { floor: "#e6d9bb", wall: "#d9cba8", accents: ["#efe9da", "#17685d", "#c9b98f", "#d98b22"] },
  { floor: "#cfdbe8", wall: "#dbe4ee", accents: ["#2f5fa8", "#f5efe2", "#e2a33c", "#8fb3d9"] },
];
const DARK_SCHEMES: readonly Scheme[] = [
  { floor: "#4a5488", wall: "#5a66b0", accents: ["#e2b057", "#7482cf", "#efe2b0", "#e583ab"] },
  { floor: "#4b4663", wall: "#5c5874", accents: ["#2a2b4c", "#f3e7cd", "#bf3248", "#eec746"] },
  { floor: "#3f524b", wall: "#4d655d", accents: ["#8a5a34", "#e9dfc8", "#b98d3a", "#3f6b5c"] },
];
/** A colour that fills the room is paler than the same colour on a body. */
const ROOM_LIGHTNESS = 0.86;
const ROOM_CHROMA = 0.7;
const CREAM = hex("#f3ece0");

function fromScheme({ floor, wall, accents }: Scheme): StillLifeColours {
  return { floor: hex(floor), wall: hex(wall), accents: accents.map(hex) };
}

/** The same hue, fit for a wall. */
function paled(colour: Rgb): Rgb {
  const [lightness] = oklab(colour);
  return adjust(colour, ROOM_LIGHTNESS - lightness, ROOM_CHROMA);
}

function fromPalette(palette: readonly Rgb[], dark: boolean): StillLifeColours {
  const byLight = palette.toSorted((a, b) => lum(b) - lum(a));
  const room = dark ? adjust(byLight.at(-1)!, 0.06, 0.7) : paled(mixc(byLight[0], CREAM, 0.35));
  return {
    floor: room,
    wall: adjust(room, dark ? 0.04 : 0.015),
    accents: [...palette.slice(1), CREAM, palette[0]],
  };
}

/** The colours the words ask for, else one of a few schemes. */
export function stillLifeColours(spec: SceneSpec, rng: Rng): StillLifeColours {
  const dark = spec.dark ?? false;
  const scheme = rng.pick(dark ? DARK_SCHEMES : LIGHT_SCHEMES);
  const { palette, background } = spec;
  const colours = palette ? fromPalette(palette, dark) : fromScheme(scheme);
  if (!background) return colours;
  return { ...colours, floor: adjust(background, -0.03), wall: background };
}
