/** What may come in, and what goes wrong while it is decoded. */
import { PoolError } from "@echoform/worker-pool";
import type { Metadata } from "sharp";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { sharp } from "#app/lib/sharp.ts";
import { sniff } from "#app/lib/sniff.ts";

/** Limits of what comes in (docs/product.md 10.1). */
const most = { bytes: 20 * 1024 * 1024, pixels: 50_000_000, side: 16_383 };
export const prepareSeconds = 20;

export const decoding = {
  limitInputPixels: most.pixels,
  failOn: "error",
  sequentialRead: true,
} as const;
/** Ground of what is transparent, wherever something must be under it. */
export const ground = "#ffffff";

export const unreadable = (detail: string, cause?: unknown): AppError =>
  new AppError("unprocessable", { detail, cause });
/** Whether libvips gave up by its own clock. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("timeout");

/** Size and kind from the header alone, with every limit checked before a pixel is decoded. */
export async function inspect(input: Uint8Array): Promise<Metadata> {
  if (input.byteLength > most.bytes) {
    throw new AppError("too-large", { detail: t`Pictures may have at most 20 MB` });
  }
  if (sniff(input) === null) {
    throw new AppError("unsupported-media-type", {
      detail: t`Only JPEG, PNG, WebP and AVIF pictures are accepted`,
    });
  }
  const tooManyPixels = () =>
    new AppError("too-large", { detail: t`Pictures may have at most 50 megapixels` });
  const found = await sharp(input, decoding)
    .metadata()
    .catch((error: unknown) => {
      if (error instanceof Error && error.message.includes("pixel limit")) throw tooManyPixels();
      throw unreadable(t`The picture is damaged`, error);
    });
  if (found.width * found.height > most.pixels) throw tooManyPixels();
  if (Math.max(found.width, found.height) > most.side) {
    throw unreadable(t`A side may have at most ${most.side} pixels`);
  }
  if ((found.pages ?? 1) > 1) throw unreadable(t`Animated pictures are not accepted`);
  return found;
}

/** What failed while a picture was decoded. */
export function decodingError(error: unknown): unknown {
  // The thread that marks it failed: that is no fault of the picture.
  if (error instanceof PoolError) return error;
  if (isTimeout(error)) return unreadable(t`The picture takes too long to read`, error);
  return unreadable(t`The picture is damaged`, error);
}
