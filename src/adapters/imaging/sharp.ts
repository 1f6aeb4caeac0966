import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { PoolError } from "@echoform/worker-pool";
import sharp, { type Metadata, type Sharp } from "sharp";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { createGate } from "#app/lib/gate.ts";
import { exifBlock } from "./exif.ts";
import { withMetadata, xmpOf } from "./jpeg-segments.ts";
import { paletteOf } from "./palette.ts";
import type {
  Imaging,
  PictureLook,
  PictureMark,
  PreparedPicture,
  Provenance,
  VariantRequest,
} from "./port.ts";
import { createSettingsReader } from "./settings/reader.ts";
import { sniff } from "#app/lib/sniff.ts";
import { colorsOf, placeholderOf } from "./small-copies.ts";
import { createMarker, type Marker } from "./watermark/marker.ts";
import { withWebpXmp } from "./webp-xmp.ts";
import { markPacket, provenancePacket, stampOf } from "./xmp.ts";

/** Limits of what comes in (docs/product.md 10.1). */
const most = { bytes: 20 * 1024 * 1024, pixels: 50_000_000, side: 16_383 };
const jpegQuality = 92;
const prepareSeconds = 20;
const variantSeconds = 5;
/** Longest side of a variant that names no size. */
const naturalLimit = 2_048;
/** From this width on a variant carries the whole provenance, below it the mark of generated media alone. */
const wholeProvenanceFrom = 1_024;
/** Narrower ones are blurs that stand in for a moment; they carry nothing. */
const markFrom = 25;
/**
 * Room for an original that is resized, used again for the next. New memory for each would have the whole heap
 * collected every few hundred pictures, which costs more than anything else beside the resizing.
 */
const roomBytes = 1024 * 1024;

const decoding = { limitInputPixels: most.pixels, failOn: "error", sequentialRead: true } as const;

const unreadable = (detail: string, cause?: unknown): AppError =>
  new AppError("unprocessable", { detail, cause });
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("timeout");

/** Only the decoders of the four kinds stay; a file can name no other. */
function limitSharp(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`),
  });
  sharp.cache(false);
  sharp.concurrency(1);
}

/** Size and kind from the header alone, with every limit checked before a pixel is decoded. */
async function inspect(input: Uint8Array): Promise<Metadata> {
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

async function isInvisible(input: Uint8Array): Promise<boolean> {
  const alpha = await sharp(input, decoding)
    .timeout({ seconds: prepareSeconds })
    .resize(64, 64, { fit: "inside" })
    .extractChannel("alpha")
    .raw()
    .toBuffer();
  return alpha.every((value) => value === 0);
}

const asOriginal = (image: Sharp): Sharp =>
  image.jpeg({ quality: jpegQuality, chromaSubsampling: "4:4:4" });

/** The JPEG of an image with a mark in its pixels. */
async function withMark(image: Sharp, marker: Marker, mark: PictureMark) {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // Small buffers share memory with others; this one is given to the thread.
  const plain = { pixels: new Uint8Array(data), width, height };
  const { pixels, look } = await marker.embed(plain, mark);
  const marked = sharp(pixels, { raw: { width, height, channels: 3 } });
  return { ...(await asOriginal(marked).toBuffer({ resolveWithObject: true })), look };
}

/** What failed while a picture was decoded. */
function decodingError(error: unknown): unknown {
  // The thread that marks it failed: that is no fault of the picture.
  if (error instanceof PoolError) return error;
  if (isTimeout(error)) return unreadable(t`The picture takes too long to read`, error);
  return unreadable(t`The picture is damaged`, error);
}

type Encoded = { data: Buffer; info: { width: number; height: number } };

/** @param encode writes the upright picture as an original */
async function prepareWith<Result extends Encoded>(
  input: Uint8Array,
  encode: (upright: Sharp) => Promise<Result>,
): Promise<{ prepared: PreparedPicture; encoded: Result }> {
  const { hasAlpha } = await inspect(input);
  try {
    const encoded = await encode(
      sharp(input, decoding)
        .timeout({ seconds: prepareSeconds })
        .autoOrient()
        .flatten({ background: "#ffffff" })
        .toColourspace("srgb"),
    );
    const { data, info } = encoded;
    const invisible = hasAlpha && (await isInvisible(input));
    const prepared = {
      bytes: data,
      width: info.width,
      height: info.height,
      colors: invisible
        ? paletteOf(new Uint8Array())
        : await colorsOf(sharp(data, decoding), { wholly: false }),
      placeholder: await placeholderOf(sharp(data, decoding)),
      sha256: createHash("sha256").update(data).digest("hex"),
    };
    return { prepared, encoded };
  } catch (error) {
    throw decodingError(error);
  }
}

async function look(input: Uint8Array): Promise<PictureLook> {
  const { autoOrient, hasAlpha } = await inspect(input);
  const upright = () =>
    sharp(input, decoding)
      .timeout({ seconds: prepareSeconds })
      .autoOrient()
      .flatten({ background: "#ffffff" });
  try {
    const invisible = hasAlpha && (await isInvisible(input));
    return {
      ...autoOrient,
      colors: invisible ? paletteOf(new Uint8Array()) : await colorsOf(upright(), { wholly: true }),
      placeholder: await placeholderOf(upright()),
    };
  } catch (error) {
    throw decodingError(error);
  }
}

async function prepare(input: Uint8Array): Promise<PreparedPicture> {
  const encode = (upright: Sharp) => asOriginal(upright).toBuffer({ resolveWithObject: true });
  return (await prepareWith(input, encode)).prepared;
}

async function prepareMarked(input: Uint8Array, marker: Marker, mark: PictureMark) {
  const encode = (upright: Sharp) => withMark(upright, marker, mark);
  const { prepared, encoded } = await prepareWith(input, encode);
  return { ...prepared, look: encoded.look };
}

function withProvenance(jpeg: Uint8Array, provenance: Provenance): Buffer {
  const { title, creator, engine, license, createdAt } = provenance;
  const exif = exifBlock({
    ImageDescription: title,
    Software: `Echoform (${engine})`,
    Artist: creator,
    Copyright: license,
    DateTime: createdAt.toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " "),
  });
  return withMetadata(Buffer.from(jpeg), exif, provenancePacket(provenance));
}

function encoded(image: Sharp, { format, quality }: VariantRequest): Sharp {
  if (format === "webp") return image.webp({ quality, effort: 2 });
  if (format === "avif") return image.avif({ quality, effort: 0 });
  if (format === "png") return image.png({ compressionLevel: 6 });
  return image.jpeg({ quality });
}

/** The packet that a variant carries, taken from the original's own. */
function variantXmp(original: Buffer, { width, height }: VariantRequest): string | null {
  const longest = Math.max(width, height) || naturalLimit;
  if (longest < markFrom) return null;
  const whole = xmpOf(original);
  if (whole === null) return null;
  return longest >= wholeProvenanceFrom ? whole : markPacket(whole);
}

async function variant(original: Uint8Array, request: VariantRequest): Promise<Buffer> {
  const { width, height } = request;
  const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  const natural = width === 0 && height === 0;
  const image = sharp(bytes, decoding)
    .timeout({ seconds: variantSeconds })
    .resize({
      width: natural ? naturalLimit : width || undefined,
      height: natural ? naturalLimit : height || undefined,
      fit: natural ? "inside" : "cover",
      withoutEnlargement: true,
    });
  const xmp = variantXmp(bytes, request);
  if (xmp !== null) image.withXmp(xmp);
  try {
    return await encoded(image, request).toBuffer();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new AppError("unavailable", {
      detail: t`Resizing took too long`,
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

function relabel(made: Uint8Array, original: Uint8Array, request: VariantRequest): Buffer | null {
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength);
  const xmp = variantXmp(
    Buffer.from(original.buffer, original.byteOffset, original.byteLength),
    request,
  );
  if (request.format !== "webp") return null;
  return xmp === null ? bytes : withWebpXmp(bytes, xmp);
}

/**
 * Imaging by libvips. One thread a picture and as many pictures at once as there are cores;
 * resizing and reading new pictures wait in queues of their own, each bounded.
 * @param onFailure is told why the settings of a file were not read
 */
export function openSharpImaging(
  wide = availableParallelism(),
  onFailure?: (error: unknown) => void,
): Imaging {
  limitSharp();
  const marker = createMarker();
  const reader = createSettingsReader({ onFailure });
  const detail = () => t`Too many pictures are being worked on; try again in a moment`;
  const preparing = createGate({ wide, queue: 64, waitMs: 30_000, detail });
  const resizing = createGate({ wide, queue: 128, waitMs: variantSeconds * 1000, detail });
  const rooms: Buffer[] = [];
  return {
    prepare: (input) => preparing.run(() => prepare(input)),
    look: (input) => preparing.run(() => look(input)),
    prepareMarked: (input, mark) => preparing.run(() => prepareMarked(input, marker, mark)),
    marked: (jpeg, mark) =>
      preparing.run(async () => {
        const { data, look } = await withMark(sharp(jpeg, decoding), marker, mark);
        return { bytes: data, look };
      }),
    readMark: (input, key) =>
      preparing.run(async () => {
        await inspect(input);
        return marker.read(input, key);
      }),
    compareMark: (input, known, mark) => preparing.run(() => marker.compare(input, known, mark)),
    withProvenance: (jpeg, provenance) =>
      Promise.resolve().then(() => withProvenance(jpeg, provenance)),
    stampOf: (jpeg) => {
      const packet = xmpOf(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength));
      return packet === null ? null : stampOf(packet);
    },
    variant: (original, request) =>
      resizing.run(async () => {
        if (typeof original !== "function") return variant(original, request);
        const room = rooms.pop() ?? Buffer.allocUnsafeSlow(roomBytes);
        try {
          return await variant(await original(room), request);
        } finally {
          rooms.push(room);
        }
      }),
    relabel: (made, original, request) =>
      Promise.resolve().then(() => relabel(made, original, request)),
    settings: (input, options) => reader.read(input, options),
    close: async () => {
      await Promise.all([reader.close(), marker.close()]);
    },
  };
}
