/**
 * Models at Runware that read pictures (`inputs.referenceImages`) in place of starting from one (`seedImage`): as each
 * model's schema has it, runware.ai/docs/models. The service refuses a task with a field that its model's schema does not
 * name. What is known of each, and from where, is in docs/engines.md.
 */
import type { ModelDescription, SizeRule } from "../port.ts";
import { toldReferences } from "../remote/references.ts";

type Reader = {
  /** Pictures that a task may have, the source among them. */
  pictures: number;
  /** Whether it only edits: without a picture there is nothing for it to do. */
  needsPicture?: boolean;
  sizes: SizeRule;
  /** Drawn by Runware itself, with a seed. */
  seed?: boolean;
  negativePrompt?: boolean;
};

const range = (min: number, multipleOf: number): SizeRule => ({
  kind: "range",
  min,
  max: 2048,
  multipleOf,
});
const list = (...sizes: [number, number][]): SizeRule => ({ kind: "list", list: sizes });

const kontext: Reader = {
  pictures: 2,
  sizes: list(
    [1568, 672],
    [1392, 752],
    [1184, 880],
    [1248, 832],
    [1024, 1024],
    [832, 1248],
    [880, 1184],
    [752, 1392],
    [672, 1568],
  ),
};
const klein: Reader = { pictures: 4, sizes: range(128, 16), seed: true, negativePrompt: true };
/** About four megapixels: Seedream 4.5 draws nothing smaller. */
const seedreamSizes: readonly [number, number][] = [
  [3024, 1296],
  [2560, 1440],
  [2496, 1664],
  [2304, 1728],
  [2048, 2048],
  [1728, 2304],
  [1664, 2496],
  [1440, 2560],
];
/** Multiples of 64 within what every architecture of Runware's own takes. */
const qwenEdit: Omit<Reader, "pictures"> = {
  needsPicture: true,
  sizes: range(128, 64),
  seed: true,
};

const readers: Readonly<Record<string, Reader>> = {
  // FLUX.1 Kontext [dev], [pro], [max].
  "runware:106@1": { ...kontext, seed: true, negativePrompt: true },
  "bfl:3@1": kontext,
  "bfl:4@1": kontext,
  // FLUX.2 [dev], the [klein] ones, [pro], [flex], [max].
  "runware:400@1": { pictures: 4, sizes: range(512, 16), seed: true },
  "runware:400@2": klein,
  "runware:400@3": klein,
  "runware:400@4": klein,
  "runware:400@5": klein,
  "bfl:5@1": { pictures: 9, sizes: range(256, 16) },
  "bfl:6@1": { pictures: 10, sizes: range(256, 16) },
  "bfl:7@1": { pictures: 8, sizes: range(256, 16) },
  // Qwen-Image-Edit and -Edit-Plus.
  "runware:108@20": { ...qwenEdit, pictures: 1 },
  "runware:108@22": { ...qwenEdit, pictures: 3 },
  // Nano Banana Pro and 2 Lite.
  "google:4@2": {
    pictures: 14,
    sizes: list(
      [1376, 768],
      [1264, 848],
      [1200, 896],
      [1024, 1024],
      [896, 1200],
      [848, 1264],
      [768, 1376],
    ),
  },
  "google:nano-banana@2-lite": {
    pictures: 14,
    sizes: list([1376, 768], [1264, 848], [1200, 896], [1024, 1024], [896, 1200], [848, 1264]),
  },
  // Seedream 4.0 and 4.5.
  "bytedance:5@0": { pictures: 14, sizes: list([1024, 1024], ...seedreamSizes) },
  "bytedance:seedream@4.5": { pictures: 14, sizes: list(...seedreamSizes) },
  // GPT Image 1.5.
  "openai:4@1": { pictures: 16, sizes: list([1536, 1024], [1024, 1024], [1024, 1536]) },
};

/** Whether the model takes its pictures, the source among them, as `inputs.referenceImages`. */
export const readsPictures = (model: string): boolean => Object.hasOwn(readers, model);

/** What a model of the table can do otherwise than the engine; undefined for every other model. */
export function readerTraits(model: string): ModelDescription["can"] | undefined {
  if (!readsPictures(model)) return undefined;
  const { pictures, needsPicture = false, sizes, seed = false, negativePrompt } = readers[model];
  const references = { ...toldReferences(pictures), withSource: pictures - 1 };
  return {
    txt2img: !needsPicture,
    img2img: true,
    strength: false,
    // There is no picture that it starts from, for a mask to lie over.
    mask: false,
    extend: false,
    negativePrompt: negativePrompt ? "native" : "none",
    seed,
    // Its steps and guidance are the service's.
    qualities: ["standard"],
    sizes,
    // One that has room for its source alone refers to nothing.
    references: needsPicture && pictures === 1 ? null : references,
  };
}
