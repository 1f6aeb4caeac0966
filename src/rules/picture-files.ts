/** Names of the files that belong to a picture. They hold the digest of the original, so no name ever gets other bytes. */

/** Bytes of a file that is uploaded. */
export const fileLimit = 20 * 1024 * 1024;

/** Forms in which the original of a picture is kept. */
export const originalFormats = ["jpg", "png", "webp"] as const;
export type OriginalFormat = (typeof originalFormats)[number];

/** Their media types, and that of the other format that copies are made in. */
export const mediaTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
} as const satisfies Record<VariantName["format"], string>;

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

/** The whole picture as a JPEG, for pictures whose original is none: what `/{key}.jpg` answers then. */
export const publicJpeg = {
  width: 16_383,
  height: 0,
  quality: 92,
  format: "jpg",
} as const satisfies VariantName;

/** Whether a variant is the whole picture as a JPEG. */
export function isPublicJpeg({ width, format }: VariantName): boolean {
  return width === publicJpeg.width && format === publicJpeg.format;
}

/** @param sha256 digest of the original in lower-case hexadecimal */
export function originalKey(sha256: string, format: OriginalFormat = "jpg"): string {
  return `pictures/${sha256.slice(0, 2)}/${sha256}.${format}`;
}

/** Where an original of this digest may lie: its form is part of its name. */
export function originalKeys(sha256: string): string[] {
  return originalFormats.map((format) => originalKey(sha256, format));
}

/** The form of the file that lies there; all that is not named so is a JPEG. */
export function formatOfKey(key: string): OriginalFormat {
  return originalFormats.find((format) => key.endsWith(`.${format}`)) ?? "jpg";
}

export function variantFilename(sha256: string, variant: VariantName): string {
  const { width, height, quality, format } = variant;
  return `${sha256}-${width}x${height}-q${quality}.${format}`;
}

/** Where a variant that was made with its picture lies. */
export function variantKey(sha256: string, variant: VariantName): string {
  return `variants/${sha256.slice(0, 2)}/${variantFilename(sha256, variant)}`;
}

export function uploadKey(id: string, format: OriginalFormat = "jpg"): string {
  return `uploads/${id.slice(-2)}/${id}.${format}`;
}

/** The digest in a key made by originalKey or variantKey, or null. */
export function digestOfKey(key: string): string | null {
  return /^(?:pictures|variants)\/[0-9a-f]{2}\/([0-9a-f]{64})[.-]/.exec(key)?.[1] ?? null;
}
