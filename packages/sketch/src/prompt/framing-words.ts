/** Words for the camera and for the temper of the picture. */
import type { Lens, Viewpoint } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

/** Where the camera stands; first row first. */
export const VIEWPOINTS: readonly (readonly [Lexicon, Viewpoint])[] = [
  [
    lexicon(
      `aerial | aerial view | aerial shot | drone | drone shot | drone view | birds eye | birds eye view | top down |
      from above | high angle | high angle shot | overhead | overhead shot | flat lay`,
    ),
    "aerial",
  ],
  [
    lexicon(
      "low angle | low angle shot | worms eye | worms eye view | from below | ground level | looking up",
    ),
    "low",
  ],
  [
    lexicon(
      "eye level | eye level shot | frontal | front view | head on | straight on | level camera",
    ),
    "level",
  ],
];

/** How much the camera takes in; first row first. */
export const LENSES: readonly (readonly [Lexicon, Lens])[] = [
  [
    lexicon(
      "macro | macro shot | macro lens | close up | closeup | close up shot | extreme close up | tight shot | zoomed in | 100mm",
    ),
    "macro",
  ],
  [
    lexicon(
      "telephoto | telephoto lens | long lens | compressed | compressed perspective | 85mm | 105mm | 135mm | 200mm | portrait lens",
    ),
    "tele",
  ],
  [
    lexicon(
      `wide shot | wide angle | wide angle lens | wide view | ultra wide | panorama | panoramic | establishing shot | vista |
      long shot | from afar | in the distance | 14mm | 16mm | 20mm | 24mm | 28mm | 35mm`,
    ),
    "wide",
  ],
];
/** The lens that every picture is seen through where nothing else is said. */
export const NORMAL_LENS = lexicon("50mm | normal lens | standard lens | medium shot");
export const STILL_LIFE = lexicon("still life");
/** Light and depth pressed into one plane. */
export const FLAT = lexicon("flat | flat perspective | orthographic | isometric");
/** Film that shows its grain. */
export const GRAINY = lexicon("film grain | grainy | grain | analog | analogue | 35mm film");
/** Focus on a narrow band, the rest unsharp. */
export const SHALLOW = lexicon(
  "bokeh | shallow depth of field | shallow focus | tilt shift | depth of field | blurred background | blurry background | soft focus",
);
/** Where in the picture the first thing stands, as a share of the width. */
export const PLACES: readonly (readonly [Lexicon, number])[] = [
  [
    lexicon(
      "centered | centred | in the center | in the centre | in the middle | symmetrical | symmetric | centered composition",
    ),
    0.5,
  ],
  [lexicon("on the left | on the left side | left side | at the left"), 0.27],
  [lexicon("on the right | on the right side | right side | at the right"), 0.73],
  [lexicon("rule of thirds | off center | off centre"), 0.34],
];
export const MINIMAL = lexicon("minimal | minimalis* | simple | clean | uncluttered");
export const VIVID = lexicon(
  "vivid | vivid colors | vivid colours | vibrant | vibrant colors | vibrant colours | saturated | colorful | colourful | multicolored | multi colored",
);
export const DRAMATIC = lexicon(
  "dramatic | dramatic light* | cinematic | cinematic light* | epic | moody | high contrast | contrast | chiaroscuro | majestic | stunning",
);
