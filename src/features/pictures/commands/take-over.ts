import { v7 as uuidv7 } from "uuid";
import type { PictureLook } from "#app/adapters/imaging/port.ts";
import type { Moderation } from "#app/adapters/vision/port.ts";
import { originalKey } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { stateOnArrival } from "../policy.ts";
import type { GenMeta } from "../queries/page.ts";
import { featuresOf, vectorOf, type FileFeatures } from "./features.ts";
import { reviewOf } from "./review.ts";
import { freeSlug, type StoredPicture } from "./store.ts";

type LookedAt = PictureLook & {
  /** The classifier's result, where there is one. */
  review: Moderation | null;
  /** What it looks like, where the helper told; of the same pass as the classifier's result. */
  features: FileFeatures | null;
};

/**
 * What a file of another installation showed when it was looked at. An import that an earlier release began knows nothing of forms: all were
 * JPEG.
 */
export type FileFacts = Omit<LookedAt, "format" | "hasAlpha"> &
  Partial<Pick<LookedAt, "format" | "hasAlpha">>;

/**
 * Looks at a file that stays as it is: it is decoded and checked as an upload is.
 * @throws AppError unprocessable, too-large, unsupported-media-type
 */
export async function factsOfFile(
  services: Pick<Services, "imaging" | "vision" | "log">,
  file: Uint8Array,
): Promise<LookedAt> {
  const look = await services.imaging.look(file);
  const review = await reviewOf(services, file);
  return { ...look, review, features: await featuresOf(services, file) };
}

/** A picture of another installation, with its words there. */
export type PictureToTakeOver = Pick<
  StoredPicture,
  | "ownerId"
  | "sha256"
  | "bytes"
  | "title"
  | "prompt"
  | "promptHidden"
  | "license"
  | "createdAt"
  | "sourcePictureId"
> & { facts: FileFacts; made: GenMeta };

/**
 * The row of a picture whose file is in the store as it was elsewhere, with the marks that it has. It waits for an admin where new pictures do.
 * No row is written: that is `insertPicture`.
 */
export async function takeOverPicture(
  services: Pick<Services, "db" | "env">,
  { facts, made, ...picture }: PictureToTakeOver,
): Promise<StoredPicture & { features: Float32Array | null }> {
  const { review, features, format = "jpg", hasAlpha = false, ...seen } = facts;
  const slug = await freeSlug(services, picture.title);
  return {
    ...picture,
    ...seen,
    ...stateOnArrival(review?.flagged ? "before" : services.env.MODERATION),
    id: uuidv7(),
    slug,
    filename: `${slug}.jpg`,
    filenameWebp: `${slug}.webp`,
    hasAlpha,
    storageKey: originalKey(picture.sha256, format),
    genMeta: { ...made, ...(review && { moderation: review }), imported: true },
    mark: null,
    features: features && vectorOf(features),
  };
}
