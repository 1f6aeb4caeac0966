import type { VariantFormat, VariantRequest } from "#app/adapters/imaging/port.ts";
import { AppError } from "#app/lib/errors.ts";
import {
  originalFormats,
  publicJpeg,
  variantQualities,
  variantSides,
  type OriginalFormat,
} from "#app/rules/picture-files.ts";
import { portraitAt } from "#app/rules/portraits.ts";
import { formatFor } from "./accept.ts";

export type Address =
  /** Its whole picture in this form: the public JPEG, or the original of a picture that is kept so. */
  | { kind: "original"; name: string; format: OriginalFormat }
  | {
      kind: "variant";
      name: string;
      width: number;
      height: number;
      quality: number;
      /** Null where the address has no extension: the Accept header decides. */
      format: VariantFormat | null;
    }
  /** A member's avatar or cover. id: a uuid. */
  | { kind: "portrait"; id: string }
  /** The form of a delivery address with a size or quality that is not made. */
  | { kind: "refused"; path: "size" | "quality"; allowed: readonly number[] }
  /** The form of a delivery address that can name nothing. */
  | { kind: "nothing" };

const threeSegments = /^\/i\/([^/]*)\/([^/]*)\/([^/]*)$/;
const size = /^(\d{1,5})x(\d{0,5})$/;
const quality = /^q(\d{1,3})$/;
const filename = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z]{3,4}))?$/;
const original = /^\/([a-z0-9]+(?:-[a-z0-9]+)*)\.(jpg|png|webp)$/;
/** What an original's key looks like (rules/picture-filename.ts), so that other files at the root are left alone. */
const key = /-[0-9a-f]{8}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:-|$)/;

const formats: Readonly<Record<string, VariantFormat>> = {
  jpg: "jpg",
  jpeg: "jpg",
  webp: "webp",
  avif: "avif",
  png: "png",
};

const isOneOf = (list: readonly number[], value: number): boolean => list.includes(value);

/**
 * What a path (without its query) asks the image host for; null when it is none of its paths, as `/i/{slug}` is a page.
 * See docs/product.md 7.4.
 */
export function parseAddress(path: string): Address | null {
  const portrait = portraitAt(path);
  if (portrait !== null) return { kind: "portrait", id: portrait };
  const whole = original.exec(path);
  if (whole !== null) {
    const [, name, format] = whole as unknown as [string, string, OriginalFormat];
    return key.test(name) ? { kind: "original", name, format } : null;
  }
  const segments = threeSegments.exec(path);
  if (segments === null) return null;
  const sizes = size.exec(segments[1]);
  const level = quality.exec(segments[2]);
  const names = filename.exec(segments[3]);
  if (sizes === null || level === null || names === null || segments[3].length > 255) {
    return { kind: "nothing" };
  }
  const [width, height] = [Number(sizes[1]), Number(sizes[2])];
  if (!isOneOf(variantSides, width) || !isOneOf(variantSides, height)) {
    return { kind: "refused", path: "size", allowed: variantSides };
  }
  if (!isOneOf(variantQualities, Number(level[1]))) {
    return { kind: "refused", path: "quality", allowed: variantQualities };
  }
  const extension = names[2] as string | undefined;
  const format = extension === undefined ? null : formats[extension];
  if (format === undefined) return { kind: "nothing" };
  return { kind: "variant", name: names[1], width, height, quality: Number(level[1]), format };
}

export type PictureAddress = Extract<Address, { kind: "original" | "variant" }>;

/** Whether a path ends as the address of an original does; most that do are none. */
export function mayBeOriginal(path: string): boolean {
  return originalFormats.some((format) => path.endsWith(`.${format}`));
}

/**
 * The copy of a picture that an address asks for which is not that of its original.
 * @throws AppError not-found for a whole picture in a form in which it is not kept
 */
export function requestedOf(address: PictureAddress, accept: string | undefined): VariantRequest {
  if (address.kind === "variant") {
    const { width, height, quality } = address;
    return { width, height, quality, format: address.format ?? formatFor(accept) };
  }
  if (address.format !== publicJpeg.format) throw new AppError("not-found");
  return publicJpeg;
}
