/** Reads a style kit with the vocabulary of prompts; a kit outweighs the prompt's own words. */
import { hex } from "../core/color.ts";
import type { Camera, FinishName, Rgb, SceneSpec, SkyName, StyleKit } from "../types.ts";
import { FINISHES } from "./finish-words.ts";
import { CAMERAS, SHALLOW } from "./framing-words.ts";
import { firstSaid, mentions } from "./lexicon.ts";
import { readWords, type Reading } from "./reading.ts";
import { SKIES } from "./sky-words.ts";
import { readMaterial } from "./details-still-life.ts";

export type ReadKit = {
  palette: Rgb[] | null;
  finish: FinishName | undefined;
  /** Of the bodies of a still life. */
  material: SceneSpec["material"];
  sky: SkyName | undefined;
  camera: Camera | undefined;
  shallow: boolean;
  /** The words for the light, for readers of moods. */
  lighting: Reading;
};

const HEX_COLOUR = /^#?[0-9a-f]{6}$/i;

/** What a kit asks for; colours that are not six hexadecimal digits are left out. */
export function readStyleKit(kit: StyleKit): ReadKit {
  const colours = (kit.palette ?? []).filter((colour) => HEX_COLOUR.test(colour)).map(hex);
  const material = readWords(kit.material ?? "");
  const lighting = readWords(kit.lighting ?? "");
  const camera = readWords(kit.camera ?? "");
  return {
    palette: colours.length > 0 ? colours : null,
    finish: firstSaid(material, FINISHES),
    material: readMaterial(material),
    sky: firstSaid(lighting, SKIES),
    camera: firstSaid(camera, CAMERAS),
    shallow: mentions(camera, SHALLOW),
    lighting,
  };
}
