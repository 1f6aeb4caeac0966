/** Daylight, lamplight and air between the houses of a town. */
import { clamp, hex, lum, mix, mixc, mul } from "../core/color.ts";
import type { Sky } from "../sky.ts";
import type { Rgb, SceneSpec } from "../types.ts";

/** Ways in which a wall or a roof may face: to the left or right of the picture, to the viewer, or up. */
export type Facing = "left" | "right" | "viewer" | "up";

export type TownLight = {
  /** 0 by day to 1: how much of the light is the town's own. */
  own: number;
  /** Share of the windows that are lit. */
  lit: number;
  /** Of the layer on which houses are drawn: lit windows are brighter than a layer can hold. */
  gain: number;
  facing: Readonly<Record<Facing, Rgb>>;
  air: Rgb;
  /** Distance in metres at which air has taken about two thirds of a colour. */
  reach: number;
  foggy: boolean;
  snow: boolean;
  /** The sun throws shadows. */
  sunny: boolean;
};

const WHITE: Rgb = [1, 1, 1];
const NEON_AIR = hex("#5a2a78");
const CLEAR_REACH = 150;
const FOGGY_REACH = 36;
const DULL_REACH = 85;
const THICK_AIR = 0.45;
const NIGHT_GAIN = 1.9;
const LIT_SHARES: Readonly<Record<string, number>> = { dusk: 0.5, storm: 0.4, sunset: 0.22 };
const DULL: ReadonlySet<string> = new Set(["overcast", "storm", "dusk"]);

/** The light of a town under `sky`; `flip` is the side the sun is on, `farther` how much farther than along a street one sees. */
export function townLight(
  sky: Sky,
  spec: SceneSpec,
  { flip, farther = 1 }: { flip: number; farther?: number },
): TownLight {
  const isNight = sky.night > 0;
  const lit = isNight ? 0.5 : (LIT_SHARES[sky.name] ?? 0);
  const own = isNight || sky.name === "dusk" ? 1 : lit > 0 ? 0.5 : 0;
  const foggy = spec.fog > THICK_AIR && sky.name !== "overcast";
  const sunny = !isNight && !foggy && !DULL.has(sky.name);
  // Shadows are bright enough to see what stands in them, at every hour.
  const level = lum(sky.ambient) ** 0.45 * (isNight ? 0.62 : 1);
  const shade = mul(mixc(WHITE, hueOf(sky.ambient), 0.42), level);
  const sun = mul(mixc(WHITE, hueOf(sky.sun), 0.5), level * (sunny ? 1.35 : 1.12));
  const half: Rgb = [0, 1, 2].map((c) => mix(shade[c], sun[c], 0.45)) as Rgb;
  const air = mixc(sky.fog, sky.horizon, 0.45);
  return {
    own,
    lit,
    gain: own > 0.9 ? NIGHT_GAIN : 1,
    facing: {
      left: flip < 0 ? sun : shade,
      right: flip > 0 ? sun : shade,
      viewer: mul(half, 0.9),
      up: mul(half, 1.12),
    },
    air: spec.neon ? mixc(air, NEON_AIR, 0.6) : mul(air, isNight ? 0.8 : 0.95),
    reach: (foggy ? FOGGY_REACH : sky.name === "overcast" ? DULL_REACH : CLEAR_REACH) * farther,
    foggy,
    snow: spec.snowfall > 0,
    sunny,
  };
}

/** A colour at full strength, its hue alone. */
function hueOf(color: Rgb): Rgb {
  const most = Math.max(...color, 1e-3);
  return mul(color, 1 / most);
}

/** Share of air before what is `distance` metres away. */
export const hazeAt = ({ reach }: TownLight, distance: number): number =>
  clamp(1 - Math.exp(-distance / reach), 0, 0.92);

/** What a surface looks like from `distance` metres, as it is drawn on a layer with the light's gain. */
export function seen(light: TownLight, color: Rgb, facing: Facing, distance: number): Rgb {
  const share = hazeAt(light, distance);
  const by = light.facing[facing];
  return [0, 1, 2].map((c) => mix(color[c] * by[c], light.air[c], share) / light.gain) as Rgb;
}

/** A light of its own, seen through the same air. */
export function shining(light: TownLight, color: Rgb, distance: number): Rgb {
  const share = hazeAt(light, distance) * 0.6;
  return [0, 1, 2].map((c) => mix(color[c], light.air[c] / light.gain, share)) as Rgb;
}
