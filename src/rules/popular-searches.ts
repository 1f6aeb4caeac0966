/** See docs/product.md 2.5. */
export const popularSearches = [
  "abstract",
  "nature",
  "portrait",
  "landscape",
  "minimal",
  "retro",
  "futuristic",
  "artistic",
] as const;
