/** Structured data of a picture for search engines; addresses are absolute. */
export type ImageFacts = {
  contentUrl: string;
  width: number;
  height: number;
  name?: string | null;
  description?: string | null;
  encodingFormat?: string;
  keywords?: readonly string[];
  /** Address of the licence; left out where it has none. */
  license?: string | null;
  /** ISO 8601. */
  datePublished?: string;
  author?: string;
};

/**
 * The structured description of an image (docs/product.md 3.9): contentUrl, width and height always, the rest
 * where it is known.
 */
export function imageObject(facts: ImageFacts) {
  const { contentUrl, width, height, name, description, encodingFormat } = facts;
  const { keywords = [], license, datePublished, author } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "ImageObject",
    contentUrl,
    width,
    height,
    ...(name && { name }),
    ...(description && { description }),
    ...(encodingFormat && { encodingFormat }),
    ...(keywords.length > 0 && { keywords: keywords.join(", ") }),
    ...(license && { license }),
    ...(datePublished && { datePublished }),
    ...(author && { author: { "@type": "Person", name: author } }),
  };
}
