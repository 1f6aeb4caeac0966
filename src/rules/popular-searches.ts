/** Specification, section 2: popular chips. */
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
