import type { FinishName } from "@echoform/sketch/types";
import type { ChoiceParam } from "#app/rules/engine-params.ts";

/** The mediums that can be chosen, beside what the words say. */
export const mediums: readonly (readonly [FinishName, string])[] = [
  ["watercolor", "Watercolour"],
  ["oil", "Oil"],
  ["impressionist", "Impressionist oil"],
  ["gouache", "Gouache"],
  ["ink", "Ink wash"],
  ["pencil", "Pencil"],
  ["woodblock", "Woodblock print"],
  ["linocut", "Linocut"],
  ["risograph", "Risograph"],
  ["papercut", "Papercut"],
  ["glass", "Stained glass"],
  ["mosaic", "Mosaic"],
  ["pointillism", "Pointillism"],
  ["comic", "Comic"],
  ["anime", "Anime"],
  ["pixel", "Pixel art"],
  ["lowpoly", "Low poly"],
  ["blueprint", "Blueprint"],
  ["neon", "Neon outlines"],
  ["noir", "Black and white photo"],
  ["vintage", "Vintage photo"],
  ["sepia", "Sepia"],
];

/** The medium, where it should not be what the words say. */
export const medium: ChoiceParam = {
  id: "medium",
  label: "Medium",
  kind: "choice",
  group: "look",
  advanced: false,
  choices: [
    { value: "words", label: "As the words say" },
    ...mediums.map(([value, label]) => ({ value, label })),
  ],
  default: "words",
};
