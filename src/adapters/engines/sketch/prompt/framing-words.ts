/** Words for the camera and for the temper of the picture. */
import { lexicon } from "./lexicon.ts";

export const AERIAL = lexicon(
  "aerial | aerial view | aerial shot | drone | drone shot | drone view | birds eye | birds eye view",
);
export const MACRO = lexicon(
  "macro | macro shot | close up | closeup | close up shot | extreme close up",
);
export const MINIMAL = lexicon("minimal | minimalis* | simple | clean | uncluttered");
export const VIVID = lexicon(
  "vivid | vivid colors | vivid colours | vibrant | vibrant colors | vibrant colours | saturated | colorful | colourful",
);
export const DRAMATIC = lexicon(
  "dramatic | dramatic light* | cinematic | cinematic light* | epic | moody | high contrast | contrast | chiaroscuro",
);
