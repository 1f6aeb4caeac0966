/** The ground's own colour by height and slope. */
import { type Rgb, clamp, hex, mix, mixc, smooth, hypot } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { SceneSpec, Terrain } from "../types.ts";

export type Biome = {
  /** Strength of small bumps close to the camera. */
  bump: number;
  /** Wind ripples on sand. */
  ripple: boolean;
  /** Fills `out` with the colour at world (x, z), height and upward part of the normal. */
  albedo(x: number, z: number, height: number, up: number, out: Rgb): void;
  /** Adds own light (lava) to `out`. */
  glow?(x: number, z: number, height: number, out: Rgb): void;
};

export type BiomeOptions = {
  kind: Terrain;
  spec: SceneSpec;
  noise: Noise;
  snow: boolean;
  waterLevel: number;
  peakX: number;
  peakZ: number;
};

const SNOW = hex("#f2f6fb");
const NEVER = 1e9;
/** Sand reaches this far above the water, and is pure this far below that. */
const SHORE_RISE = 2;
const SHORE_DEPTH = 2.8;

function sandBiome(noise: Noise, sand: Rgb): Biome {
  return {
    bump: 0.1,
    ripple: true,
    albedo(x, z, _height, _up, out) {
      const patch = 0.86 + 0.18 * (0.5 + 0.5 * noise.n2(x * 0.03, z * 0.03));
      const k = patch * (1 + 0.06 * noise.n2(x * 3.1, z * 3.1));
      for (let c = 0; c < 3; c++) out[c] = sand[c] * k;
    },
  };
}

/** Bands of rock by height, with sand on what lies flat. */
function strataBiome(noise: Noise, red: Rgb): Biome {
  const ledge = hex("#e3a267");
  const dark = hex("#7f3f2a");
  const pale = hex("#f0d0a0");
  return {
    bump: 0.4,
    ripple: false,
    albedo(x, z, height, up, out) {
      const layer = height * 0.42 + noise.n2(x * 0.02, z * 0.02) * 1.4;
      const broad = 0.5 + 0.5 * Math.sin(layer * 1.9);
      const fine = (0.5 + 0.5 * Math.sin(layer * 4.7 + 2)) * 0.28;
      const flat = smooth(0.72, 0.95, up) * 0.65;
      const speckle = 0.92 + 0.16 * noise.n2(x * 1.7, z * 1.7);
      for (let c = 0; c < 3; c++) {
        const band = mix(mix(dark[c], red[c], broad), pale[c], fine);
        out[c] = mix(band, ledge[c], flat) * speckle;
      }
    },
  };
}

type Cover = {
  rock: Rgb;
  darkRock: Rgb;
  grass: Rgb;
  darkGrass: Rgb;
  forest: Rgb;
  sand: Rgb;
  snowLine: number;
};

function coverOf({ kind, spec, snow }: BiomeOptions): Cover {
  const autumn = spec.season === "autumn";
  const cover: Cover = {
    rock: hex("#7d736b"),
    darkRock: hex("#4f4a48"),
    grass: hex(autumn ? "#a8803a" : "#5f7d3a"),
    darkGrass: hex(autumn ? "#8a5526" : "#3f5d2c"),
    forest: hex(autumn ? "#8a5a28" : "#2d4a2a"),
    sand: hex("#d8b68a"),
    snowLine: snow ? -50 : 62,
  };
  if (spec.groundTint) {
    cover.grass = mixc(cover.grass, spec.groundTint, 0.7);
    cover.darkGrass = mixc(cover.darkGrass, spec.groundTint, 0.6);
    cover.rock = mixc(cover.rock, spec.groundTint, 0.4);
    cover.sand = mixc(cover.sand, spec.groundTint, 0.6);
  }
  if (spec.sky === "mars") {
    cover.sand = hex("#b0643c");
    cover.rock = hex("#8a4a30");
    cover.darkRock = hex("#5e3226");
    cover.snowLine = NEVER;
  }
  if (spec.sky === "alien") {
    cover.grass = hex("#7a3a8a");
    cover.darkGrass = hex("#3a6a8a");
    cover.forest = hex("#5a2a7a");
    cover.rock = hex("#6a5a8a");
  }
  if (kind === "volcano") {
    cover.rock = hex("#3a3434");
    cover.darkRock = hex("#241f20");
    cover.grass = hex("#3c4a30");
    cover.darkGrass = hex("#2c3624");
    cover.snowLine = NEVER;
  }
  return cover;
}

/** Grass and wood low down, rock where it is steep, sand by the water, snow above its line. */
function coverBiome(noise: Noise, cover: Cover, shoreTop: number): Biome {
  const { rock, darkRock, grass, darkGrass, forest, sand, snowLine } = cover;
  return {
    bump: 0.42,
    ripple: false,
    albedo(x, z, height, up, out) {
      const broad = noise.n2(x * 0.05, z * 0.05);
      const fine = noise.n2(x * 0.21, z * 0.21);
      const speckle = 1 + 0.12 * noise.n2(x * 1.9, z * 1.9);
      const steep = smooth(0.82, 0.55, up + fine * 0.07);
      const snowHeight = smooth(snowLine - 12, snowLine + 16, height + broad * 16 + fine * 8);
      const snow = snowHeight * smooth(0.42, 0.66, up + fine * 0.08);
      const belt = smooth(4, 14, height + broad * 8) * smooth(58, 34, height + broad * 12);
      const wood = belt * 0.55;
      const meadow = clamp(0.5 + broad * 0.9);
      const strata = 0.5 + 0.5 * Math.sin(height * 0.55 + broad * 3);
      const bare = clamp(0.35 + 0.4 * strata + fine * 0.5);
      const inland = height < shoreTop ? smooth(shoreTop - SHORE_DEPTH, shoreTop, height) : 1;
      for (let c = 0; c < 3; c++) {
        const green = mix(mix(darkGrass[c], grass[c], meadow), forest[c], wood);
        const land = mix(green, mix(darkRock[c], rock[c], bare), steep);
        out[c] = mix(mix(sand[c] * 0.8, land, inland), SNOW[c], snow) * speckle;
      }
    },
  };
}

/** Cracks of lava that run down from the top. */
function lavaGlow(noise: Noise, peakX: number, peakZ: number): NonNullable<Biome["glow"]> {
  return (x, z, height, out) => {
    const r = hypot(x - peakX, z - peakZ);
    const angle = Math.atan2(z - peakZ, x - peakX);
    const crack = noise.n2(angle * 2.6 + noise.n2(r * 0.03, 3) * 1.3, r * 0.012);
    const heat = smooth(0.11, 0, Math.abs(crack)) * smooth(150, 10, r) * smooth(20, 50, height);
    out[0] += 3.2 * heat;
    out[1] += 0.7 * heat * heat;
    out[2] += 0.1 * heat * heat;
  };
}

/** The ground cover of a landscape. */
export function makeBiome(options: BiomeOptions): Biome {
  const { kind, spec, noise, peakX, peakZ, waterLevel } = options;
  const shoreTop = kind === "volcano" ? 3 : waterLevel + SHORE_RISE;
  const cover = coverOf(options);
  if (kind === "desert") return sandBiome(noise, cover.sand);
  if (kind === "canyon")
    return strataBiome(noise, hex(spec.sky === "mars" ? "#b0643c" : "#c8703e"));
  const biome = coverBiome(noise, cover, shoreTop);
  return kind === "volcano" ? { ...biome, glow: lavaGlow(noise, peakX, peakZ) } : biome;
}
