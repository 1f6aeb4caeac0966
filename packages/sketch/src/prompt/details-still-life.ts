/** What a prompt says of a still life: arrangement, material, light, what things stand on. */
import type { SceneSpec } from "../types.ts";
import { firstSaid, lexicon, says, type Lexicon } from "./lexicon.ts";
import type { Reading } from "./reading.ts";

type Set = NonNullable<SceneSpec["set"]>;
type Material = NonNullable<SceneSpec["material"]>;

const COLONNADE = lexicon(
  "colonnade* | arcade* | cloister* | rows of columns | row of columns | portico*",
);
/** Arrangements by the words for them, where they may also stand for a row of single bodies. */
const SETS: readonly (readonly [Lexicon, Set])[] = [
  [
    lexicon("minimal geometry | geometric solid* | geometric bodies | platonic solid* | solids"),
    "solids",
  ],
  [lexicon("pottery | ceramics | vases"), "vases"],
];
const MATERIALS: readonly (readonly [Lexicon, Material])[] = [
  [lexicon("chrome | metal | metallic | steel | silver | mirrored | mirror polished"), "chrome"],
  [lexicon("brass | bronze | polished brass"), "brass"],
  [lexicon("copper | polished copper"), "copper"],
  [
    lexicon("lacquer* | glossy | gloss | polished | shiny | porcelain | plastic | glazed"),
    "lacquer",
  ],
  [lexicon("marble"), "marble"],
  [
    lexicon("plaster | matte | clay | gypsum | chalk | concrete | stucco | terracotta | stone"),
    "plaster",
  ],
];
const WINDOW = lexicon("window light | window | windows | by a window | sunlit | window shadow*");
const WARM = lexicon(
  "golden hour | sunset | warm light | late afternoon | evening light | long shadow* | warm",
);
const DARK = lexicon(
  "dark | moody | night | chiaroscuro | black background | dramatic shadow* | low key",
);
const FULFILLED = lexicon(
  `still life | still lifes | product shot* | product photo* | studio | studio light* | soft light | soft shadow* | shadow* |
  geometric | 3d render* | 3d | render | room | floor`,
);

export const TABLE = lexicon(
  "table | wooden table | tabletop | desk | wooden desk | counter | shelf | wooden board | wooden surface",
);

/** What the bodies of a still life are made of. */
export const readMaterial = (reading: Reading): Material | undefined =>
  firstSaid(reading, MATERIALS);

/** Still life; `named` says that the prompt names its bodies one by one, `lighting` is a kit's. */
export function stillLifeDetails(
  reading: Reading,
  named: boolean,
  lighting: Reading,
): Partial<SceneSpec> {
  const lit = (words: Lexicon) => [reading, lighting].filter((one) => says(one, words)).length > 0;
  const set = says(reading, COLONNADE) ? "colonnade" : firstSaid(reading, SETS);
  const material = readMaterial(reading);
  const table = says(reading, TABLE);
  says(reading, FULFILLED, "given");
  return {
    ...(set && (set === "colonnade" || !named) ? { set } : {}),
    ...(material ? { material } : {}),
    ...(table ? { surface: "table" } : {}),
    ...(lit(WINDOW) ? { windowLight: true } : {}),
    warm: lit(WARM),
    dark: lit(DARK),
  };
}
