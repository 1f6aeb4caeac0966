import { searchSlug } from "./search-slug.ts";

/** Address of the picture that Sketch made of an example of the prompt guide (scripts/draw-guide.ts). */
export function guidePicture(prompt: string): string {
  return `/guide/${searchSlug(prompt)}.webp`;
}
