/** Words for what a picture, or all that is in it, seems to be made of. */
import { hex } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import { lexicon, says, type Lexicon } from "./lexicon.ts";
import type { LightMood } from "./light-moods.ts";
import type { Reading } from "./reading.ts";

/** Grain of a ground or a stuff, pressed into the finished picture. */
export type Relief = "paper" | "linen" | "stone" | "wood";

/** How a material changes a picture whose scene cannot be built of it. */
export type SurfaceLook = {
  /** Pulls the colours towards the stuff's own, where the kit names no palette. */
  tint: Rgb | null;
  relief: Relief | null;
  /** Changes of the light, by the stuff's gloss. */
  light: readonly Partial<LightMood>[];
};

type Row = { tint?: string; relief?: Relief; light?: Partial<LightMood> };

const rows: readonly (readonly [string, Row])[] = [
  [
    "plaster | gypsum | chalk | stucco | concrete | clay | terracotta | bisque",
    { relief: "stone", light: { contrast: 0.95, saturation: 0.86 } },
  ],
  ["matte | matt | powdery | velvet | suede | felt", { light: { contrast: 0.92 } }],
  [
    "stone | slate | granite | sandstone | stone chips | rock | marble | terrazzo | salt | sand",
    { relief: "stone", light: { saturation: 0.84, contrast: 1.05 } },
  ],
  [
    "lacquer* | glossy | gloss | polished | shiny | porcelain | plastic | glaze* | enamel* | molten | resin",
    { light: { contrast: 1.1, saturation: 1.12, glow: 0.3 } },
  ],
  ["satin | silk | silken", { light: { contrast: 1.05, glow: 0.45 } }],
  [
    "chrome | metal | metallic | steel | silver | iron | lead | tin | mirrored | aluminium",
    { tint: "#aab2bc", light: { contrast: 1.18, saturation: 0.6, glow: 0.2 } },
  ],
  [
    "brass | bronze | gold | golden | gilded | copper",
    { tint: "#c08a3e", light: { contrast: 1.15, warmth: 0.35, glow: 0.25 } },
  ],
  [
    "glass | crystal | wet | water | dew | rain",
    { light: { contrast: 1.08, saturation: 1.1, glow: 0.35 } },
  ],
  ["asphalt | tar | coal | soot | obsidian", { light: { exposure: 0.84, contrast: 1.06 } }],
  [
    "ice | icy | snow | frost | frosted",
    { tint: "#cfe6f2", light: { exposure: 1.1, warmth: -0.4, glow: 0.15 } },
  ],
  [
    "moss | mossy | bark | leaf | leaves | fern | lichen | soil | earth",
    { tint: "#5c6b3c", relief: "wood", light: { saturation: 0.9 } },
  ],
  ["wood | wooden | oak | timber | cork | bamboo", { tint: "#8a6138", relief: "wood" }],
  [
    "foam | mist | vapour | vapor | wet air | air | haze | steam | cloud",
    { light: { contrast: 0.94, veil: 0.12 } },
  ],
  ["linen | canvas | burlap | cloth | fabric | wool | woven | jute", { relief: "linen" }],
  [
    "paper | cotton paper | rough paper | paper grain | cardboard | parchment | washi",
    { relief: "paper" },
  ],
  ["neon", { light: { saturation: 1.25, glow: 0.6 } }],
];
const TABLE: readonly (readonly [Lexicon, Row])[] = rows.map(([words, row]) => [
  lexicon(words),
  row,
]);

/** What a kit's words for the material ask of the whole picture; words it knows are claimed. */
export function readSurface(material: Reading): SurfaceLook {
  const said = TABLE.filter(([words]) => says(material, words)).map(([, row]) => row);
  const tint = said.find((row) => row.tint)?.tint;
  return {
    tint: tint ? hex(tint) : null,
    relief: said.find((row) => row.relief)?.relief ?? null,
    light: said.flatMap(({ light }) => (light ? [light] : [])),
  };
}
