/** Styles that search filters by. A picture has a style if its text contains one of the style's words. */

export type Style = {
  /** As in URLs. */
  id: string;
  label: string;
  /** Words that select this style in a query, in folded spelling. */
  names: readonly string[];
  /** Any of these words or phrases in a picture's text. */
  means: readonly string[];
};

const style = (label: string, names: readonly string[], more: readonly string[] = []): Style => ({
  id: label.toLowerCase().replaceAll(" ", "-"),
  label,
  names,
  means: [...names, ...more],
});

/** The first eight are the chips of the design; portrait and landscape in a query are parsed as shapes. */
export const styles: readonly Style[] = [
  style("Abstract", ["abstract"], ["geometric", "generative"]),
  style(
    "Nature",
    ["nature"],
    [
      "natural",
      "forest",
      "mountain",
      "lake",
      "river",
      "garden",
      "flower",
      "animal",
      "ocean",
      "meadow",
    ],
  ),
  { ...style("Portrait", []), means: ["portrait", "headshot", "half body", "close up face"] },
  { ...style("Landscape", []), means: ["landscape", "scenery", "panorama", "valley"] },
  style("Minimal", ["minimal", "minimalist", "minimalism"]),
  style("Retro", ["retro", "vintage"], ["nostalgic", "1950s", "1970s", "1980s", "80s"]),
  style(
    "Futuristic",
    ["futuristic", "sci fi"],
    ["futurism", "cyberpunk", "science fiction", "scifi"],
  ),
  style(
    "Artistic",
    ["artistic"],
    ["painting", "illustration", "watercolor", "drawing", "engraving"],
  ),
  {
    ...style("Watercolour", ["watercolor", "aquarelle"], ["watercolorscenery"]),
    id: "watercolor",
  },
  style("Oil painting", ["oil painting"], ["oil paint", "impasto"]),
  style("Photo", ["photorealistic", "photographic"], ["photo", "photograph", "photography"]),
  style("Anime", ["anime", "manga"], ["chibi", "animation"]),
  style("Pixel art", ["pixel art"], ["8 bit", "16 bit"]),
  style("Low poly", ["low poly"], ["lowpoly"]),
  style("Isometric", ["isometric"]),
  style("Origami", ["origami", "paper cut", "papercut"]),
  style("Claymation", ["claymation"], ["clay", "plasticine"]),
  style("Cyberpunk", ["cyberpunk"]),
  style("Synthwave", ["synthwave", "vaporwave"]),
  style("Impressionist", ["impressionist", "impressionism"]),
  style("Linocut", ["linocut", "woodcut"]),
  style("Stained glass", ["stained glass"]),
];

export const styleIds = styles.map(({ id }) => id);

/** The style with this id, or null. */
export function styleOf(id: string): Style | null {
  return styles.find((one) => one.id === id) ?? null;
}
