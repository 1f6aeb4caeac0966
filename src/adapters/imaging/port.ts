/** Decoding, measuring and encoding pictures. Every input is untrusted. */
import type { Box, ChangeMap, DrawableSizes } from "#app/rules/edit-area.ts";
import type { EditShape, Extension } from "#app/rules/edit-limits.ts";
import type { OriginalFormat } from "#app/rules/picture-files.ts";

export type VariantFormat = "webp" | "avif" | "jpg" | "png";

export type VariantRequest = {
  /** Pixels; 0 leaves that side to the other. Never enlarges. */
  width: number;
  height: number;
  /** 1 to 100. */
  quality: number;
  format: VariantFormat;
};

/** What travels inside the file (acceptance row IM-10). */
export type Provenance = {
  title: string;
  /** Left out when the owner hides it. */
  prompt?: string;
  creator: string;
  engine: string;
  seed?: number;
  /** Address of the source picture of a remix. */
  source?: string;
  license: string;
  /** The id of that source. */
  sourceId?: string;
  /** Address of the picture's page. */
  page: string;
  /** The picture's id (xmpMM:DocumentID): the same in all its files. */
  pictureId: string;
  /** A UUID of this file alone (xmpMM:InstanceID): no two files that were written have the same bytes. */
  instance: string;
  createdAt: Date;
  /** True for pictures that a neural model made; false for procedural ones (both are marked as algorithmic media). */
  neural: boolean;
  /** Whether only a part of it was drawn, over its source. */
  isEdit?: boolean;
};

/** What a file of ours says of itself, as far as its copies say it too. */
export type Stamp = Pick<
  Provenance,
  "pictureId" | "engine" | "license" | "neural" | "isEdit" | "sourceId"
>;

/** What a picture shows. */
export type PictureLook = {
  /** Upright, in pixels. */
  width: number;
  height: number;
  /** Five hex colours, largest share first. */
  colors: [string, string, string, string, string];
  /** 24 px wide webp at quality 10, base64. */
  placeholder: string;
  /** The kind of the file. */
  format: OriginalFormat;
  /** Whether something of it is transparent. */
  hasAlpha: boolean;
};

export type PreparedPicture = PictureLook & {
  /** Upright, sRGB, with nothing of the input's metadata. */
  bytes: Buffer;
  sha256: string;
};

/** What a picture by a machine says of how it was made; text as it stands in the file, never trusted. */
export type FoundSettings = {
  /** The program that wrote it, e.g. "ComfyUI". */
  tool: string;
  prompt?: string;
  negative?: string;
  seed?: number;
  /** Pixels. */
  width?: number;
  height?: number;
  steps?: number;
  /** CFG scale. */
  guidance?: number;
  sampler?: string;
  scheduler?: string;
  model?: string;
  /** 0 keeps the source, 1 is free of it. */
  strength?: number;
  /** Everything else by the names that the program gave it. */
  others: Record<string, string>;
};

/** What is written imperceptibly into the pixels: 8 bytes that only who has the key can write, read or link. */
export type PictureMark = { key: Uint8Array; payload: Uint8Array };

/** How a picture compares with one that is known. */
export type MarkComparison = {
  /** How alike they are where they cover each other: 1 for the same. */
  likeness: number;
  /** Share of the known picture that the other shows. */
  covered: number;
  /** Share of the bits of the known picture's mark that are found in the other; one half by chance. */
  agreement: number;
};

/** A mask as it is kept. */
export type ReadMask = {
  /** A PNG of one channel with eight bits: 255 changes, 0 stays. */
  bytes: Buffer;
  width: number;
  height: number;
  /** Whether it changes nothing. */
  isBlack: boolean;
  /** Whether what was sent has one channel with eight bits itself. */
  isGrey: boolean;
};

/** An edit as an engine gets it, and what is needed to lay its answer over the source. */
export type OpenEdit = {
  /** Pixels at which the engine draws. */
  width: number;
  height: number;
  /** The part of the source that it is given, opaque, and what it changes there: white or black. PNG files of that size. */
  source: Buffer;
  mask: Buffer;
  /** What of it is added to the source, in these pixels. */
  newSides: Extension;
  /** Where it lies in the result, in pixels of the result. */
  area: Box;
  extend: Extension;
  within: ChangeMap;
};

/** The result of an edit. */
export type FinishedEdit = {
  bytes: Buffer;
  mime: string;
  width: number;
  height: number;
  /** False where a file without loss would be too large: then it is a JPEG. */
  isExact: boolean;
};

export type Imaging = {
  /**
   * Decodes, checks limits (20 MB, 50 megapixels, one frame, jpeg/png/webp/avif by content) and writes a JPEG, with white under what is
   * transparent. Throws AppError "unprocessable", "too-large" or "unsupported-media-type".
   */
  prepare(input: Uint8Array): Promise<PreparedPicture>;
  /**
   * The same without loss where the input had none: a PNG stays one, a lossless or transparent WebP becomes a lossless WebP, and
   * both keep what is transparent. All else becomes a JPEG, and so does what would have more than 19 MB without loss.
   */
  prepareLossless(input: Uint8Array): Promise<PreparedPicture>;
  /**
   * As `prepareLossless`, or as `prepare` where a JPEG is asked for, with a mark in the pixels.
   * @param options within: the mark changes no pixel that is 0 there, and is left out where it could not be read then
   * @returns look: see readMark
   */
  prepareMarked(
    input: Uint8Array,
    mark: PictureMark,
    options?: { keepAs?: "jpeg"; within?: ChangeMap },
  ): Promise<PreparedPicture & { look: string }>;
  /**
   * What a file shows that stays as it is: all of it is decoded, with the limits of `prepare`; a PNG that moves is refused. Throws as
   * `prepare` does.
   */
  look(input: Uint8Array): Promise<PictureLook>;
  /** A stored original with a mark in its pixels and nothing of its metadata, in its form, and its look. */
  marked(original: Uint8Array, mark: PictureMark): Promise<{ bytes: Buffer; look: string }>;
  /** An original as engines take it as a source: a JPEG as it is, all else as a PNG with white under what is transparent. */
  asSource(original: Uint8Array): Promise<{ bytes: Uint8Array; mime: string }>;
  /**
   * What a picture's pixels say of where it came from. Throws as `prepare` does.
   * @returns payload: of the mark that the picture carries by itself, if it was made with this key; look: 64 signs, "0" or
   * "1", most of which are shared by pictures that look alike
   */
  readMark(input: Uint8Array, key: Uint8Array): Promise<{ payload: Buffer | null; look: string }>;
  /** Lays a picture over a stored one and looks for the stored one's mark in it. */
  compareMark(input: Uint8Array, known: Uint8Array, mark: PictureMark): Promise<MarkComparison>;
  /** The same picture with provenance written into it. */
  withProvenance(original: Uint8Array, provenance: Provenance): Promise<Buffer>;
  /** What `withProvenance` has written into an original; null for a file of an earlier release, which has no id in it. */
  stampOf(original: Uint8Array): Stamp | null;
  /**
   * One size and format of a stored original, with white under what is transparent but in a PNG; a function is called for its bytes only when
   * their turn has come.
   * @param original is given room that the bytes may be put into, and that is another's as soon as the variant is made
   */
  variant(
    original: Uint8Array | ((room: Uint8Array) => Promise<Uint8Array>),
    request: VariantRequest,
  ): Promise<Buffer>;
  /**
   * A WebP variant with what the original says of itself now; its picture data stays as it is, and nothing is decoded.
   * Null for another format and for a variant that has nothing to replace: it is made again then.
   */
  relabel(
    variant: Uint8Array,
    original: Uint8Array,
    request: VariantRequest,
  ): Promise<Buffer | null>;
  /**
   * The settings that a picture carries inside its file; null when it has none, or when reading it takes too long.
   * Reads in a thread of its own and never throws. `handOver` gives away the memory behind the input: it is
   * empty afterwards, and so is all else in that memory.
   */
  settings(input: Uint8Array, options?: { handOver?: boolean }): Promise<FoundSettings | null>;
  /** What somebody sends as a mask: a PNG, with the limits of `prepare`; what is transparent counts as black. Throws as `prepare` does. */
  readMask(input: Uint8Array): Promise<ReadMask>;
  /**
   * What an engine gets of an edit.
   * @param source a stored original
   * @param mask a stored mask of the source's size; null where only something is added
   * @returns null when nothing would change
   */
  openEdit(
    source: Uint8Array,
    mask: Uint8Array | null,
    shape: EditShape,
    sizes: DrawableSizes,
  ): Promise<OpenEdit | null>;
  /**
   * The source with what an engine drew laid over it. Where the change map is 0, every pixel is that of the source. Throws as `prepare`
   * does for what is no picture.
   */
  finishEdit(edit: OpenEdit, source: Uint8Array, drawn: Uint8Array): Promise<FinishedEdit>;
  /** Ends the threads. */
  close(): Promise<void>;
};
