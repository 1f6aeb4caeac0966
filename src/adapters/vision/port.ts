/** Offline helpers: small networks from packages that look at pictures and read texts, each of them optional. */

import type { HelperName } from "#app/rules/helper-names.ts";

/** Raised whenever the same picture would give another vector; stored ones are then made again. */
export const FEATURES_VERSION = 1;
export const FEATURES_LENGTH = 128;
/** Raised whenever the same text would give another vector. */
export const EMBEDDING_VERSION = 1;
export const EMBEDDING_LENGTH = 512;

/**
 * Pornography and its drawn form together, from which a picture is put before a person. The highest that any of 162
 * harmless pictures reached was 0.59 (docs/offline-helpers.md). Suggestive pictures alone are not flagged.
 */
export const FLAG_FROM = 0.7;

export type ModerationScores = {
  drawing: number;
  hentai: number;
  neutral: number;
  porn: number;
  sexy: number;
};

/** The five scores add up to 1. A flag asks a person to look; it decides nothing. */
export type Moderation = { scores: ModerationScores; flagged: boolean };

export type UpscaleOptions = { factor: 2 | 4 };

export type Vision = {
  /** Whether a helper is on; the others throw VisionError "off". */
  has(helper: HelperName): boolean;
  /** @throws VisionError unreadable, failed, off */
  moderate(jpeg: Uint8Array): Promise<Moderation>;
  /** What a picture looks like: a unit vector of FEATURES_LENGTH. @throws VisionError unreadable, failed, off */
  features(jpeg: Uint8Array): Promise<Float32Array>;
  /**
   * What texts mean: unit vectors of MEANING_LENGTH in the order of the texts; null for a text without a Latin
   * letter or a digit, which the model cannot read. Only the first 1,000 characters of each count. English only. @throws VisionError failed, off, busy, cancelled
   * @param whileWaiting when it aborts, texts whose turn has not come are dropped as cancelled
   */
  embedText(texts: readonly string[], whileWaiting?: AbortSignal): Promise<(Float32Array | null)[]>;
  /**
   * The picture at twice or four times its size, as JPEG.
   * @throws VisionError too-large (above 4096 x 4096 pixels afterwards), unreadable, cancelled, failed, off
   */
  upscale(
    jpeg: Uint8Array,
    options: UpscaleOptions,
    signal: AbortSignal,
    onProgress?: (fraction: number) => void,
  ): Promise<Buffer>;
  /** Ends every process; work under way is rejected as cancelled. */
  close(): Promise<void>;
};

export type VisionErrorKind =
  /** The operator has switched this helper off. */
  | "off"
  /** The bytes are no picture that can be decoded. */
  | "unreadable"
  | "too-large"
  | "cancelled"
  /** Too many others wait. */
  | "busy"
  /** The helper's process died, hung or ran out of memory; the next call starts another. */
  | "failed";

export class VisionError extends Error {
  readonly kind: VisionErrorKind;

  constructor(kind: VisionErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "VisionError";
    this.kind = kind;
  }
}

export function isVisionError(error: unknown, kind?: VisionErrorKind): error is VisionError {
  return error instanceof VisionError && (kind === undefined || error.kind === kind);
}
