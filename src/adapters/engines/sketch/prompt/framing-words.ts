/** Words for the camera and for the temper of the picture. */
import type { Camera } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

/** First row first. */
export const CAMERAS: readonly (readonly [Lexicon, Camera])[] = [
  [
    lexicon(
      `aerial | aerial view | aerial shot | drone | drone shot | drone view | birds eye | birds eye view | top down |
      from above | high angle | overhead`,
    ),
    "aerial",
  ],
  [
    lexicon(
      "macro | macro shot | macro lens | close up | closeup | close up shot | extreme close up | tight shot | zoomed in | 85mm | 100mm",
    ),
    "macro",
  ],
  [
    lexicon(
      `wide shot | wide angle | wide angle lens | wide view | ultra wide | panorama | panoramic | establishing shot | vista |
      long shot | from afar | in the distance | 16mm | 24mm`,
    ),
    "wide",
  ],
  [
    lexicon("low angle | low angle shot | worms eye | worms eye view | from below | ground level"),
    "low",
  ],
];
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
