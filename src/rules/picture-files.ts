/** Names of the files that belong to a picture. They hold the digest of the original, so no name ever gets other bytes. */

/** Bytes of a file that is uploaded. */
export const fileLimit = 20 * 1024 * 1024;

export type VariantSize = { width: number; height: number; quality: number };
export type VariantName = VariantSize & { format: "webp" | "avif" | "jpg" | "png" };

/** Sizes and qualities that addresses may ask for (docs/product.md 7.4); 0 leaves a side to the other. */
export const variantSides = [0, 24, 300, 400, 512, 600, 800, 1024, 1200] as const;
export const variantQualities = [10, 75] as const;

/** Made together with the picture, so that its first viewer does not wait. See docs/product.md 7.4. */
export const premadeVariants = [
  { width: 24, height: 0, quality: 10, format: "webp" },
  { width: 512, height: 0, quality: 75, format: "webp" },
  { width: 1024, height: 0, quality: 75, format: "webp" },
] as const satisfies readonly VariantName[];

/** True for the sizes that are made with the picture. */
export function isPremade({ width, height, quality, format }: VariantName): boolean {
  return premadeVariants.some(
    (made) =>
      made.width === width &&
      made.height === height &&
      made.quality === quality &&
      made.format === format,
  );
}

/** @param sha256 digest of the original in lower-case hexadecimal */
export function originalKey(sha256: string): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}.jpg`;
}

export function variantFilename(sha256: string, variant: VariantName): string {
  const { width, height, quality, format } = variant;
  return `${sha256}-${width}x${height}-q${quality}.${format}`;
}

/** Where a variant that was made with its picture lies. */
export function variantKey(sha256: string, variant: VariantName): string {
  return `variants/${sha256.slice(0, 2)}/${variantFilename(sha256, variant)}`;
}

export function uploadKey(id: string): string {
  return `uploads/${id.slice(-2)}/${id}.jpg`;
}

/** The digest in a key made by originalKey or variantKey, or null. */
export function digestOfKey(key: string): string | null {
  return /^(?:pictures|variants)\/[0-9a-f]{2}\/([0-9a-f]{64})[.-]/.exec(key)?.[1] ?? null;
}
