/** Words that decide the colours of a wood, whatever the hour. */
import { lexicon } from "./lexicon.ts";

const MAGIC_WORDS =
  "magic* | enchant* | fairy | mystic | mystical | glow* | bioluminescen* | fantasy | fairytale | fairy tale | mysterious";
const BLOSSOM_WORDS = "cherry | cherry blossom* | sakura | blossom*";

export const MAGIC = lexicon(MAGIC_WORDS);
export const BLOSSOM = lexicon(BLOSSOM_WORDS);
export const WOOD_COLOURS = lexicon(`${MAGIC_WORDS} | ${BLOSSOM_WORDS}`);
