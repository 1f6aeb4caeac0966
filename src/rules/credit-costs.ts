import { plural, t } from "#app/language/message.ts";
import type { Aspect } from "./aspects.ts";
import type { CastQuality } from "./cast-limits.ts";
import { factoredCost } from "./price-factor.ts";
import { idleCost } from "./when-idle.ts";

/** Prices in credits. See docs/product.md 9.1. */
const textToImage = {
  high: { square: 3, other: 5 },
  otherQuality: { square: 1, other: 2 },
  runware: 2,
} as const;

/** Credits for each picture made from a source, unless the setting REMIX_CREDITS says otherwise. See docs/product.md 9.1. */
export const imageToImageDefault = 2;

/** A cast costs at least this, and nobody with less can cast (docs/product.md 9.1). */
export const minimumToCast = 1;

/** The warning for a member who cannot pay for any cast. See docs/product.md 8.2. */
export const tooFewToCast = (current: number) =>
  t`You need at least ${minimumToCast} credits to cast. You currently have ${current}.`;

export type CastPrice = {
  mode: "text-to-image" | "image-to-image";
  quality: CastQuality;
  aspect: Aspect;
  /** A model whose name contains "runware" has its own price for text to image. */
  model: string;
  /** Number of pictures; below 1 counts as 1. */
  count: number;
  /** Configured credits for each picture made from a source. */
  imageToImageCredits?: number;
  /** What the engine's price is multiplied with; 1 unless an admin has set another. */
  priceFactor?: number;
  /** For a cast that waits for idle time: the share of the usual price that it costs. */
  idleFactor?: number;
};

function textToImageCost({ quality, aspect, model }: CastPrice): number {
  if (model.toLowerCase().includes("runware")) return textToImage.runware;
  const prices = quality === "high" ? textToImage.high : textToImage.otherQuality;
  return aspect === "1:1" ? prices.square : prices.other;
}

/** Credits for one picture, at least 1. See docs/product.md 9.1. */
export function pictureCost(price: CastPrice): number {
  const cost =
    price.mode === "image-to-image"
      ? (price.imageToImageCredits ?? imageToImageDefault)
      : textToImageCost(price);
  const usual = factoredCost(Math.max(minimumToCast, cost), price.priceFactor ?? 1);
  return price.idleFactor === undefined ? usual : idleCost(usual, price.idleFactor);
}

/** Credits for the whole cast: a whole number of times the price of one picture. See docs/product.md 9.1. */
export function castCost(price: CastPrice): number {
  return pictureCost(price) * Math.max(1, price.count);
}

const textPicture = { mode: "text-to-image", model: "", count: 1 } as const;
const portrait = pictureCost({ ...textPicture, quality: "high", aspect: "3:4" });
const square = pictureCost({ ...textPicture, quality: "standard", aspect: "1:1" });

/** What the credits are enough for, in pictures that can be imagined: never a count of none. */
export function enoughFor(current: number): string {
  const portraits = Math.floor(current / portrait);
  if (portraits > 0) {
    return plural(
      portraits,
      "Enough for # high-quality portrait.",
      "Enough for # high-quality portraits.",
    );
  }
  const squares = Math.floor(current / square);
  return squares > 0
    ? plural(squares, "Enough for # standard square.", "Enough for # standard squares.")
    : t`Not enough for a cast.`;
}
