/** Pictures that come in, as they are kept. */
import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { t } from "#app/language/message.ts";
import { sharp } from "#app/lib/sharp.ts";
import type { InputKind } from "#app/lib/sniff.ts";
import { sniff } from "#app/lib/sniff.ts";
import type { ChangeMap } from "#app/rules/edit-area.ts";
import type { Extension } from "#app/rules/edit-limits.ts";
import type { OriginalFormat } from "#app/rules/picture-files.ts";
import {
  decoding,
  decodingError,
  ground,
  inspect,
  prepareSeconds,
  unreadable,
} from "./decoding.ts";
import { bufferOf, originalFormat } from "./file-metadata.ts";
import { paletteOf } from "./palette.ts";
import { isMovingPng } from "./png-chunks.ts";
import type { PictureLook, PictureMark, PreparedPicture } from "./port.ts";
import { smallCopiesOf } from "./small-copies.ts";
import type { Marker } from "./watermark/marker.ts";
import { isLosslessWebp } from "./webp-chunks.ts";

const jpegQuality = 92;
/** Bytes that an original without loss may have: with all that is written into it, it is still taken in elsewhere. */
const mostLossless = 19 * 1024 * 1024;

type Encoded = { data: Buffer; info: { width: number; height: number } };
/** How an original is written. */
type Form = { format: OriginalFormat; hasAlpha: boolean };
const plainJpeg: Form = { format: "jpg", hasAlpha: false };

const open = (input: Uint8Array): Sharp =>
  sharp(input, decoding).timeout({ seconds: prepareSeconds });

/** The picture upright and in sRGB, as its form has it. */
function upright(input: Uint8Array, { hasAlpha }: Form): Sharp {
  const image = open(input).autoOrient();
  return (hasAlpha ? image : image.flatten({ background: ground })).toColourspace("srgb");
}

/** Without loss what had none; a WebP with loss only where a JPEG could not have what is transparent. */
function losslessForm(input: Uint8Array, kind: InputKind | null, hasAlpha: boolean): Form {
  if (kind === "png") return { format: "png", hasAlpha };
  const isKept = kind === "webp" && (hasAlpha || isLosslessWebp(bufferOf(input)));
  return isKept ? { format: "webp", hasAlpha } : plainJpeg;
}

/** Whether any of it is transparent: many a file has room for it and no use. */
async function isTransparent(input: Uint8Array): Promise<boolean> {
  const alpha = await open(input).toColourspace("srgb").extractChannel("alpha").raw().toBuffer();
  return !alpha.equals(Buffer.alloc(alpha.length, 255));
}

async function isInvisible(input: Uint8Array): Promise<boolean> {
  const alpha = await open(input)
    .resize(64, 64, { fit: "inside" })
    .extractChannel("alpha")
    .raw()
    .toBuffer();
  return alpha.every((value) => value === 0);
}

function inForm(image: Sharp, { format }: Form): Sharp {
  if (format === "png") return image.png({ compressionLevel: 6, adaptiveFiltering: true });
  if (format === "webp") return image.webp({ lossless: true, effort: 2 });
  return image.jpeg({ quality: jpegQuality, chromaSubsampling: "4:4:4" });
}

const asFile = (image: Sharp, form: Form): Promise<Encoded> =>
  inForm(image, form).toBuffer({ resolveWithObject: true });

/** The file of an image with a mark in its pixels. */
async function withMark(
  image: Sharp,
  form: Form,
  { marker, mark, within }: { marker: Marker; mark: PictureMark; within?: ChangeMap },
) {
  const channels = form.hasAlpha ? 4 : 3;
  const whole = form.hasAlpha ? image.ensureAlpha() : image.removeAlpha();
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // Small buffers share memory with others; this one is given to the thread.
  const plain = { pixels: new Uint8Array(data), width, height, channels } as const;
  const { pixels, look } = await marker.embed(plain, mark, within);
  const marked = sharp(pixels, { raw: { width, height, channels } });
  return { ...(await asFile(marked, form)), look };
}

/** What the small copies of a picture tell. @param from the picture itself, or what was made of it */
async function seen(input: Uint8Array, from: Uint8Array, { hasAlpha }: Form, wholly: boolean) {
  const shown = () => open(from).autoOrient().flatten({ background: ground });
  const told = await smallCopiesOf(shown, { wholly });
  const invisible = hasAlpha && (await isInvisible(input));
  return invisible ? { ...told, colors: paletteOf(new Uint8Array()) } : told;
}

type Encode<Result extends Encoded> = (image: Sharp, form: Form) => Promise<Result>;

async function prepareWith<Result extends Encoded>(
  input: Uint8Array,
  encode: Encode<Result>,
  isLossless: boolean,
): Promise<{ prepared: PreparedPicture; encoded: Result }> {
  const found = await inspect(input);
  try {
    const isSeenThrough = found.hasAlpha && (await isTransparent(input));
    let form = isLossless ? losslessForm(input, sniff(input), isSeenThrough) : plainJpeg;
    let encoded = await encode(upright(input, form), form);
    if (form.format !== "jpg" && encoded.data.length > mostLossless) {
      form = plainJpeg;
      encoded = await encode(upright(input, form), form);
    }
    const { data, info } = encoded;
    const prepared = {
      ...form,
      bytes: data,
      width: info.width,
      height: info.height,
      ...(await seen(input, data, { ...form, hasAlpha: isSeenThrough }, false)),
      sha256: createHash("sha256").update(data).digest("hex"),
    };
    return { prepared, encoded };
  } catch (error) {
    throw decodingError(error);
  }
}

/** A picture as it is kept. @param isLossless whether more forms than JPEG may be used */
export async function prepare(input: Uint8Array, isLossless: boolean): Promise<PreparedPicture> {
  return (await prepareWith(input, asFile, isLossless)).prepared;
}

/** The same with a mark in the pixels. */
export async function prepareMarked(
  input: Uint8Array,
  isLossless: boolean,
  marking: Parameters<typeof withMark>[2],
) {
  const encode = (image: Sharp, form: Form) => withMark(image, form, marking);
  const { prepared, encoded } = await prepareWith(input, encode, isLossless);
  return { ...prepared, look: encoded.look };
}

/** What a file shows that stays as it is. */
export async function look(input: Uint8Array): Promise<PictureLook> {
  const { autoOrient, hasAlpha: hasRoom } = await inspect(input);
  const format = originalFormat(input);
  if (format === "png" && isMovingPng(bufferOf(input))) {
    throw unreadable(t`Animated pictures are not accepted`);
  }
  try {
    const hasAlpha = hasRoom && (await isTransparent(input));
    const told = await seen(input, input, { format, hasAlpha }, true);
    return { ...autoOrient, ...told, format, hasAlpha };
  } catch (error) {
    throw decodingError(error);
  }
}

/** A stored original with a mark in its pixels. */
export async function marked(original: Uint8Array, marker: Marker, mark: PictureMark) {
  const { hasAlpha } = await sharp(original, decoding).metadata();
  const form = { format: originalFormat(original), hasAlpha };
  const { data, look: seenLook } = await withMark(open(original), form, { marker, mark });
  return { bytes: data, look: seenLook };
}

/** An original as engines take it: PNG is what all of them read, and what is transparent means something else to each. */
export async function asSource(original: Uint8Array): Promise<{ bytes: Uint8Array; mime: string }> {
  if (originalFormat(original) === "jpg") return { bytes: original, mime: "image/jpeg" };
  const bytes = await open(original).flatten({ background: ground }).png().toBuffer();
  return { bytes, mime: "image/png" };
}

/** The pixels of a stored original as they are kept, with room at its sides, in memory of their own. */
export async function pixelsOfOriginal(original: Uint8Array, room: Extension) {
  const { hasAlpha: hasRoom } = await inspect(original);
  const hasAlpha = hasRoom && (await isTransparent(original));
  const image = upright(original, { format: "png", hasAlpha });
  const whole = hasAlpha ? image.ensureAlpha() : image.removeAlpha();
  const { data, info } = await whole
    .extend({ ...room, background: ground })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels: 3 | 4 = hasAlpha ? 4 : 3;
  return { pixels: new Uint8Array(data), channels, width, height };
}
