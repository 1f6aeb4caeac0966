import { t } from "#app/language/message.ts";
import colours from "./tips/colours.webp?url";
import mood from "./tips/mood.webp?url";
import specific from "./tips/specific.webp?url";
import style from "./tips/style.webp?url";

/** The four tips, each with an example query and a picture it finds. See docs/product.md 2.5. */
export const searchTips = [
  { title: t`Be specific`, phrase: "a red-roofed house in first snow", picture: specific },
  { title: t`Try styles`, phrase: "paper-cut relief, stained glass", picture: style },
  { title: t`Use colors`, phrase: "petrol and apricot at dusk", picture: colours },
  { title: t`Add moods`, phrase: "quiet, after everyone has left", picture: mood },
] as const;
