const filled = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

export type PossiblyComplete = {
  title?: unknown;
  author?: { name?: unknown } | string | null;
  creator?: { name?: unknown } | null;
  /** The name of the user, where no author is known. */
  userName?: unknown;
  images?: { jpg?: unknown; webp?: unknown; avif?: unknown } | null;
};

/**
 * True for an image with a non-empty title, an author or user name, and an image source.
 * Anything less is not shown. See docs/product.md 3.4.
 */
export function isPictureComplete(picture: PossiblyComplete): boolean {
  const { author, images } = picture;
  const authorName = typeof author === "string" ? author : author?.name;
  const named = filled(authorName) || filled(picture.creator?.name) || filled(picture.userName);
  const sourced = filled(images?.jpg) || filled(images?.webp) || filled(images?.avif);
  return filled(picture.title) && named && sourced;
}
