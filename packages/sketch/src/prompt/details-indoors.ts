/** What a prompt says of space, flowers, a room or an abstract picture. */
import type { Rng } from "../core/rng.ts";
import { FLOWER_KINDS } from "../scenes/botanical-kinds.ts";
import type { AbstractKind, FinishName, PlanetKind, Rgb, RoomKind, SceneSpec } from "../types.ts";
import { firstSaid, lexicon, mentions, says, type Lexicon } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import { STARS } from "./sky-words.ts";

const PLANETS: readonly (readonly [Lexicon, PlanetKind])[] = [
  [lexicon("earth | terran | blue planet | habitable"), "earth"],
  [lexicon("saturn | jupiter | gas giant* | ringed*"), "gas"],
  [lexicon("lava planet* | lava | volcanic | molten"), "lava"],
  [lexicon("ice | icy | frozen | pluto"), "ice"],
  [lexicon("neptune | uranus"), "neptune"],
  [lexicon("purple planet | violet planet | alien planet*"), "violet"],
  [lexicon("mars | rocky | red planet | mercury"), "rocky"],
];
const RINGS = lexicon("ring | rings | ringed | ringed planet* | saturn");
const GALAXY = lexicon("galax* | spiral galax* | spiral | milky way | andromeda");
const PLANET = lexicon(
  "planet* | ringed planet* | blue planet | red planet | alien planet* | gas giant*",
);
const NAMED_PLANET = lexicon("earth | saturn | jupiter | mars | neptune | moon");
const NEBULA = lexicon("nebula*");

/** Space: planets, galaxy and gas. */
export function spaceDetails(reading: Reading, hasSubject: boolean, rng: Rng): Partial<SceneSpec> {
  const planetBehind = rng.chance(0.7);
  const kind = firstSaid(reading, PLANETS);
  const planet = says(reading, PLANET);
  const named = says(reading, NAMED_PLANET);
  const galaxy = !planet && says(reading, GALAXY);
  const rings = says(reading, RINGS);
  says(reading, STARS);
  const gasOnly = galaxy || (mentions(reading, NEBULA) && !planet && !named);
  return {
    ...(kind ? { planetKind: kind } : {}),
    ...(rings ? { rings } : {}),
    galaxy,
    planet: gasOnly ? false : planet || named || !hasSubject || planetBehind,
  };
}

const FLOWER_NAMES: readonly (readonly [Lexicon, string])[] = [
  ...FLOWER_KINDS.filter((kind) => kind !== "cherry" && kind !== "cosmos").map(
    (kind) => [lexicon(`${kind} | ${kind}s | ${kind}es`), kind] as const,
  ),
  [lexicon("cosmos"), "cosmos"],
  [lexicon("peonies"), "peony"],
  [lexicon("daisies"), "daisy"],
  [lexicon("poppies"), "poppy"],
  [lexicon("lilies"), "lily"],
  [lexicon("cherry blossom* | sakura"), "cherry"],
  [lexicon("water lily | water lilies"), "lotus"],
];
const MIXED_FLOWERS = lexicon("wildflower* | bouquet* | flower | flowers | floral");
const LEAVES = lexicon(
  "monstera* | leaves | foliage | fern | ferns | jungle leaves | houseplant* | succulent*",
);
const CUT_FLOWERS = lexicon("flower* | bouquet*");
const VASE = lexicon("vase | vases | still life | jar | jars | pot");
const DARK = lexicon("dark | moody | black background | chiaroscuro | dutch | night");
const PAPER = lexicon(
  "white background | herbarium | paper | minimal* | botanical illustration* | botanical print* | vintage",
);
const GARDEN = lexicon("garden* | sunny | spring | summer | bokeh");
const PAPER_FINISHES = new Set<FinishName | null>([
  "watercolor",
  "pencil",
  "gouache",
  "linocut",
  "ink",
]);
const BOUQUET = lexicon("bouquet* | arrangement* | vase* | flowers | roses | tulips | peonies");
const SINGLE = lexicon("single | one | lone | close up | macro");

/** Flowers and leaves. */
export function botanicalDetails(
  reading: Reading,
  options: { finish: FinishName | null; flowerTint: Rgb[] | null },
  rng: Rng,
): Partial<SceneSpec> {
  const anyBackdrop = rng.pick(["dark", "dark", "garden", "paper"] as const);
  const mixed = ["cosmos", "anemone", "daisy", "poppy", "peony"]
    .map((kind) => ({ kind, order: rng() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, 3)
    .map(({ kind }) => kind);
  const named = [
    ...new Set(FLOWER_NAMES.filter(([list]) => says(reading, list)).map(([, kind]) => kind)),
  ];
  const saysMixed = says(reading, MIXED_FLOWERS);
  const leavesOnly = named.length === 0 && !mentions(reading, CUT_FLOWERS) && says(reading, LEAVES);
  const paper = says(reading, PAPER) || PAPER_FINISHES.has(options.finish);
  const single = says(reading, SINGLE);
  const bouquet = says(reading, BOUQUET);
  return {
    flowerKinds: named.length === 0 && saysMixed ? mixed : named,
    ...(leavesOnly ? { leavesOnly } : {}),
    flowerTint: options.flowerTint,
    vase: says(reading, VASE),
    backdrop: says(reading, DARK)
      ? "dark"
      : paper
        ? "paper"
        : says(reading, GARDEN)
          ? "garden"
          : anyBackdrop,
    arrangement: single ? "single" : bouquet ? "bouquet" : null,
  };
}

const ABSTRACTS: readonly (readonly [Lexicon, AbstractKind])[] = [
  [lexicon("marbl* | fluid* | liquid* | ink in water | oil slick"), "marble"],
  [lexicon("flow* | swirl* | field lines | hair"), "flow"],
  [lexicon("gradient* | mesh | blur* | aura"), "mesh"],
  [lexicon("stained glass | voronoi | shatter* | crystal* | cells"), "glass"],
  [
    lexicon(
      "bauhaus | geometric* | shapes | memphis | mondrian | kandinsky | suprematis* | pattern*",
    ),
    "bauhaus",
  ],
  [lexicon("topograph* | contour* | map | maps | layers | paper layers | paper"), "contour"],
  [lexicon("wave* | dune* | layered | hills"), "waves"],
  [lexicon("sphere* | orb | orbs | bubble* | ball | balls | 3d"), "orbs"],
];

/** Which family of abstract picture is meant, if one is. */
export function abstractDetails(reading: Reading): Partial<SceneSpec> {
  const kind = firstSaid(reading, ABSTRACTS);
  return kind ? { abstract: kind } : {};
}

const ROOMS: readonly (readonly [Lexicon, RoomKind])[] = [
  [lexicon("bedroom*"), "bedroom"],
  [lexicon("kitchen* | dining room*"), "kitchen"],
  [
    lexicon(
      "library | libraries | reading room* | reading corner* | reading nook* | bookshelves | bookshelf | bookcase* | books | armchair*",
    ),
    "library",
  ],
  [lexicon("living room* | lounge | sitting room* | sofa* | couch*"), "living"],
];

/** Which room an interior shows; drawn where the prompt names none. */
export function roomOf(reading: Reading, rng: Rng): RoomKind {
  const any = rng.pick(["living", "bedroom", "kitchen", "library"] as const);
  return firstSaid(reading, ROOMS) ?? any;
}
