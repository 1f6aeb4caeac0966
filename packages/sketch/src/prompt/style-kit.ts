/** Reads a style kit with the vocabulary of prompts; a kit outweighs the prompt's own words. */
import { hex } from "../core/color.ts";
import type { FinishName, Rgb, SceneSpec, SkyName, StyleKit } from "../types.ts";
import { coverage, type Coverage } from "./coverage.ts";
import { readMaterial } from "./details-still-life.ts";
import { FINISHES, MEDIUM_NOUNS, MEDIUM_PARTS } from "./finish-words.ts";
import { firstSaid, says } from "./lexicon.ts";
import { type Reading, readWords } from "./reading.ts";
import { SKIES } from "./sky-words.ts";
import { readSurface, type SurfaceLook } from "./surface-words.ts";

export type ReadKit = {
  palette: Rgb[] | null;
  /** How far the palette pulls, where it is another picture's. */
  pull: number | undefined;
  finish: FinishName | undefined;
  /** Of the bodies of a still life. */
  material: SceneSpec["material"];
  surface: SurfaceLook;
  sky: SkyName | undefined;
  /** The words of each part, for readers of moods, weather and framing. */
  materialWords: Reading;
  lighting: Reading;
  camera: Reading;
  /** Entries of the palette that are no colours. */
  notColours: string[];
};

const HEX_COLOUR = /^#?[0-9a-f]{6}$/i;

/** What a kit asks for; colours that are not six hexadecimal digits are left out. */
export function readStyleKit(kit: StyleKit): ReadKit {
  const named = kit.palette ?? [];
  const colours = named.filter((colour) => HEX_COLOUR.test(colour)).map(hex);
  const material = readWords(kit.material ?? "");
  const lighting = readWords(kit.lighting ?? "");
  const camera = readWords(kit.camera ?? "");
  const said = firstSaid(material, FINISHES);
  // A medium is sometimes named with the camera ("storybook"); it counts where it is the one drawn.
  const usable = said ? FINISHES.filter(([, finish]) => finish === said) : FINISHES;
  const finish = kit.medium ?? firstSaid(camera, usable) ?? said;
  if (finish) {
    says(material, MEDIUM_NOUNS);
    const parts = MEDIUM_PARTS[finish];
    if (parts) says(material, parts);
  }
  return {
    palette: colours.length > 0 ? colours : null,
    pull: kit.pull,
    finish,
    material: readMaterial(material),
    surface: readSurface(material),
    sky: firstSaid(lighting, SKIES),
    materialWords: material,
    lighting,
    camera,
    notColours: named.filter((colour) => !HEX_COLOUR.test(colour)),
  };
}

/** Which words of a kit were used and which had no effect, once the whole prompt has been read. */
export function kitCoverage(kit: ReadKit): Coverage {
  const parts = [kit.materialWords, kit.lighting, kit.camera].map(coverage);
  return {
    understood: parts.flatMap(({ understood }) => understood),
    ignored: [...parts.flatMap(({ ignored }) => ignored), ...kit.notColours],
  };
}

/** Adds a kit's words to a prompt's; a word that the one understood is not ignored by the other. */
export function withKitWords(prompt: Coverage, kit: Coverage): Coverage {
  const understood = [...new Set([...prompt.understood, ...kit.understood])];
  const known = new Set(understood.flatMap((phrase) => phrase.split(" ")));
  const ignored = [...new Set([...prompt.ignored, ...kit.ignored])];
  return { understood, ignored: ignored.filter((word) => !known.has(word)) };
}
