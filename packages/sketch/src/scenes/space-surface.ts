/** What the ground of each kind of planet looks like at a longitude and latitude (radians). */
import { type Rgb, clamp, smooth } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { PlanetKind } from "../types.ts";

export type Surface = {
  color: Rgb;
  /** Change of slope from relief. */
  bump: number;
  /** Shares, 0 to 1. */
  cloud: number;
  sea: number;
  glow: number;
};

const ICE_CAP: Rgb = [0.9, 0.95, 1];

export function surfaceOf(
  noise: Noise,
  kind: PlanetKind,
  colors: readonly Rgb[],
  longitude: number,
  latitude: number,
): Surface {
  if (kind === "gas" || kind === "neptune") {
    const color = cloudBands(noise, colors, longitude, latitude);
    return { color, bump: 0, cloud: 0, sea: 0, glow: 0 };
  }
  const height = noise.fbm(longitude * 1.5, latitude * 2.1, 7);
  const ridges = noise.ridged(longitude * 2.6 + 7, latitude * 3.2, 5);
  const bump = noise.fbm(longitude * 6, latitude * 8, 3) * 0.25;
  if (kind === "earth") return earth(noise, colors, { longitude, latitude, height, ridges, bump });
  if (kind === "lava") {
    const crack = smooth(0.14, 0, Math.abs(noise.fbm(longitude * 2.2, latitude * 2.8, 5)));
    const color = blend(colors[0], colors[1], clamp(height + 0.5));
    return { color, bump, cloud: 0, sea: 0, glow: crack };
  }
  const color = threeWay(colors, clamp(0.5 + height * 0.8 + (ridges - 0.5) * 0.4));
  return { color, bump, cloud: 0, sea: 0, glow: 0 };
}

function cloudBands(
  noise: Noise,
  colors: readonly Rgb[],
  longitude: number,
  latitude: number,
): Rgb {
  const swirl =
    noise.fbm(longitude * 1.4, latitude * 5, 4) * 0.7 +
    noise.fbm(longitude * 4, latitude * 12, 3) * 0.25;
  const band = latitude * 5.5 + swirl;
  return threeWay(
    colors,
    clamp(0.5 + 0.35 * Math.sin(band * 1.9) + noise.n2(band * 2.3, 3) * 0.35),
  );
}

type Spot = { longitude: number; latitude: number; height: number; ridges: number; bump: number };

function earth(
  noise: Noise,
  [water, green, dry]: readonly Rgb[],
  { longitude, latitude, height, ridges, bump }: Spot,
): Surface {
  const land = smooth(0.02, 0.06, height);
  const soil = blend(green, dry, clamp(ridges - 0.3 + Math.abs(latitude) * 0.2));
  const ice = smooth(1.05, 1.2, Math.abs(latitude) + height * 0.4);
  const wind = noise.n2(longitude, latitude * 3) * 0.6;
  const cloud = smooth(0.05, 0.4, noise.fbm(longitude * 2 + 40 + wind, latitude * 4.2, 6));
  return {
    color: blend(blend(water, soil, land), ICE_CAP, ice),
    bump,
    cloud,
    sea: 1 - land,
    glow: 0,
  };
}

function threeWay([dark, middle, bright]: readonly Rgb[], t: number): Rgb {
  return t < 0.5 ? blend(dark, middle, t * 2) : blend(middle, bright, t * 2 - 1);
}

function blend(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
