/** Words for the medium of the picture, first row first. */
import type { FinishName } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

const rows: readonly (readonly [FinishName, string])[] = [
  ["watercolor", "watercolor* | watercolour* | aquarelle*"],
  [
    "impressionist",
    "impressionis* | monet | claude monet | van gogh | vincent van gogh | renoir | post impressionis*",
  ],
  ["oil", "oil on canvas | oil paint* | oil | impasto | baroque | renaissance | acrylic*"],
  [
    "ink",
    "ink wash | sumi e | sumie | chinese ink | ink painting* | ink drawing* | ink brush | calligraph* | brush ink",
  ],
  [
    "pencil",
    `colored pencil* | coloured pencil* | pencil | pencil drawing* | pencil sketch* | graphite |
    charcoal drawing* | charcoal sketch* | charcoal | sketch | sketched | sketchy | line drawing* | hand drawn`,
  ],
  ["pixel", "pixel art | pixelart | pixelated | 8 bit | 8bit | 16 bit | 16bit | retro game"],
  ["lowpoly", "low poly | lowpoly"],
  ["comic", "comic | comics | comic book | pop art | halftone | graphic novel | lichtenstein"],
  [
    "anime",
    "anime | manga | ghibli | studio ghibli | cel shad* | makoto | makoto shinkai | anime style",
  ],
  [
    "woodblock",
    `ukiyo e | ukiyoe | wood block | wood block print | woodblock | woodblock print* | ukiyo e woodblock print* |
    japanese print* | hokusai | hiroshige`,
  ],
  [
    "linocut",
    "lino cut | linocut | linocut print* | wood cut | woodcut* | engraving* | etching* | block print*",
  ],
  [
    "papercut",
    "paper cut | papercut | papercraft | layered paper | cut paper | origami | paper cutout*",
  ],
  ["glass", "stained glass | stained glass window*"],
  ["mosaic", "mosaic | mosaics"],
  ["pointillism", "pointillis* | seurat"],
  ["neon", "neon outline | neon outlines | neon line art | neon lines | neon wireframe"],
  [
    "noir",
    "noir | film noir | black and white | black and white photo* | b and w | monochrome photo*",
  ],
  [
    "vintage",
    "vintage | polaroid* | kodak | kodachrome | 1970s | 70s | faded | retro photo* | film photo*",
  ],
  ["sepia", "sepia"],
  ["blueprint", "blueprint* | technical drawing*"],
  ["risograph", "risograph* | riso | screen print* | screenprint* | silkscreen*"],
  [
    "gouache",
    `gouache | flat illustration* | flat design | vector | vector art | vector illustration* | minimalist poster* |
    minimal poster* | poster | posters | illustration* | storybook | storybook illustration* | childrens book |
    childrens book illustration* | flat style`,
  ],
  [
    "painterly",
    "painterly | painting | paintings | painted | concept art | matte painting* | digital painting* | digital art | fantasy art",
  ],
];

export const FINISHES: readonly (readonly [Lexicon, FinishName])[] = rows.map(([finish, words]) => [
  lexicon(words),
  finish,
]);

/** Pencils that keep the colours of the scene. */
export const COLOURED_PENCIL = lexicon("colored pencil* | coloured pencil*");

/** Further words that the chosen medium covers as well ("oil painting", "ink illustration"). */
export const MEDIUM_NOUNS = lexicon(
  "oil painting* | oil paint | oil | painting | paintings | painted | illustration* | print | prints | drawing* | painterly | concept art | digital painting* | matte painting* | digital art | fantasy art",
);

/** What belongs to a medium, so that its words are fulfilled with it. */
export const MEDIUM_PARTS: Partial<Record<FinishName, Lexicon>> = {
  glass: lexicon("lead | leaded | glass"),
  mosaic: lexicon("stone chips | stone | chips | tesserae | tiles | glass"),
  risograph: lexicon("two inks | inks | paper grain | grain"),
  papercut: lexicon("layered | paper | layers"),
  gouache: lexicon("flat"),
};
