import type { OriginalFormat } from "./picture-files.ts";

/** Formats that the image host encodes. */
export type ImageFormat = "jpg" | "webp" | "avif" | "png";

/** See docs/product.md 9.3. */
export const imageDefaults = { quality: 75, format: "jpg", width: 0, height: 0 } as const;
export const responsiveWidths = [300, 400, 600, 800, 1200] as const;
export const srcsetWidths = [512, 1024] as const;
/** The blur placeholder: 24 px wide at quality 10. */
export const blurPlaceholder = { width: 24, quality: 10, format: "webp" } as const;
export const placeholderId = "placeholder_id";

export type ImageAddressOptions = {
  /** Pixels; 0 or missing leaves that side to the other. */
  width?: number;
  height?: number;
  /** 1 to 100. */
  quality?: number;
  /** Used when the id has no extension. */
  format?: ImageFormat;
};

/**
 * Origin of the image host: https unless its name contains localhost, then http. A scheme, path or
 * slash at the end is dropped. An empty host gives "", for addresses on the page's own origin.
 * See docs/product.md 9.3.
 */
export function imageOrigin(host: string): string {
  const name = host
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/\/.*$/s, "");
  if (name === "") return "";
  return `${name.toLowerCase().includes("localhost") ? "http" : "https"}://${name}`;
}

/** The image host for pages: "" where pictures are served by the site's own origin, else PICTURES_URL. */
export function pageImageHost(serverUrl: string, picturesUrl: string): string {
  return serverUrl === picturesUrl ? "" : picturesUrl;
}

const pixels = (value: number | undefined): number =>
  value !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

const usableId = (id: unknown): string =>
  typeof id === "string" && id.trim() !== "" ? id.trim() : placeholderId;

/**
 * `{image host}/i/{width}x{height}/q{quality}/{filename}`; an id without an extension gets the format.
 * Anything that is not text, or empty, becomes placeholder_id. See docs/product.md 5.3 and 7.4.
 */
export function imageAddress(host: string, id: unknown, options: ImageAddressOptions = {}): string {
  const name = usableId(id);
  const format = options.format ?? imageDefaults.format;
  const filename = /\.[a-z0-9]+$/i.test(name) ? name : `${name}.${format}`;
  const quality = options.quality ?? imageDefaults.quality;
  const size = `${pixels(options.width)}x${pixels(options.height)}`;
  return `${imageOrigin(host)}/i/${size}/q${quality}/${encodeURIComponent(filename)}`;
}

/**
 * Address of the whole picture: `{key}.jpg` on the image host, or of an original that is no JPEG. See docs/product.md 7.4.
 * @param format the form of the original
 */
export function originalAddress(
  host: string,
  key: unknown,
  format: OriginalFormat = "jpg",
): string {
  return `${imageOrigin(host)}/${encodeURIComponent(usableId(key))}.${format}`;
}

/** One address per width, each followed by the width and a w suffix. See docs/product.md 7.4. */
export function responsiveAddresses(
  host: string,
  id: unknown,
  widths: readonly number[] = responsiveWidths,
  options: Omit<ImageAddressOptions, "width" | "height"> = {},
): string {
  return widths
    .map((width) => `${imageAddress(host, id, { ...options, width })} ${width}w`)
    .join(", ");
}

/** The list of 512 and 1024 px at quality 75. See docs/product.md 9.3. */
export function imageSrcset(host: string, id: unknown, format: ImageFormat = "webp"): string {
  return responsiveAddresses(host, id, srcsetWidths, { format, quality: imageDefaults.quality });
}

/** What the modal shows, in turn: the 24 px blur at quality 10, then 512, then 1024 webp. See docs/product.md 4.10. */
export function modalAddresses(host: string, id: unknown) {
  const at = (width: number) => imageAddress(host, id, { width, format: "webp" });
  return { blur: imageAddress(host, id, blurPlaceholder), small: at(512), large: at(1024) };
}

/** Id of the picture at a path: the last segment without its extension, else placeholder_id. See docs/product.md 7.4. */
export function imageIdFromPath(path: unknown): string {
  if (typeof path !== "string") return placeholderId;
  const segment =
    path
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1) ?? "";
  return segment.replace(/\.[^.]*$/, "").trim() || placeholderId;
}

export type ImageSources = {
  jpg: string;
  webp: string;
  avif: string;
  alt: string;
  width: number;
  height: number;
  srcSet: string;
};

/** The sources of an image as the Image entity has them; the jpg is the original. See docs/product.md 3.4. */
export function imageSources(
  host: string,
  picture: { slug: string; alt: string; width: number; height: number },
): ImageSources {
  const { slug, alt, width, height } = picture;
  return {
    jpg: originalAddress(host, slug),
    webp: imageAddress(host, slug, { width: 1024, format: "webp" }),
    avif: imageAddress(host, slug, { width: 1024, format: "avif" }),
    alt,
    width,
    height,
    srcSet: imageSrcset(host, slug),
  };
}
