import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { ChangeMap } from "#app/rules/edit-area.ts";
import { titleFromPrompt } from "#app/rules/picture-title.ts";
import { pictureSlug } from "#app/rules/picture-slug.ts";
import type { Services } from "#app/services.ts";
import { stateOnArrival } from "../policy.ts";
import type { GenMeta } from "../queries/page.ts";
import { writeOriginal } from "./files.ts";
import { reviewOf } from "./review.ts";
import { claimsOf, type MadeWith } from "./references.ts";
import { broughtWith, pageAddress, parentsOf, sourceOf } from "./source.ts";

/** A picture that has just been made or imported, in any format that imaging reads. */
export type PictureToStore = {
  /** A new UUID when left out. */
  id?: string;
  bytes: Uint8Array;
  /** What came without loss is kept so when left out. */
  keepAs?: "jpeg";
  /** Of an edit: what may change. Its watermark changes nothing else. */
  within?: ChangeMap;
  /** Whether it is its source with a part of it made anew. */
  isEdit?: boolean;
  ownerId: string;
  /** Made from the prompt's first words when blank or left out; "Untitled" for a prompt that is hidden. */
  title?: string | null;
  prompt: string | null;
  promptHidden?: boolean;
  engine: { id: string; label: string; neural: boolean };
  seed?: number;
  /** The picture that this one is a remix of. */
  sourcePictureId?: string | null;
  /** Pictures that it refers to. */
  references?: readonly MadeWith[];
  /** `cc-by` when left out. */
  license?: string;
  createdAt?: Date;
  /** Whether the classifier runs first: a flagged picture waits for moderation. */
  review?: boolean;
};

/** What the watermark of a file says, what the picture looks like, and whether its files have a signed manifest. */
export type PictureMarks = { payload: Buffer; look: string; isSigned: boolean };

/** All fields of a stored picture; the input of `insertPicture`. */
export type StoredPicture = {
  id: string;
  slug: string;
  filename: string;
  filenameWebp: string;
  ownerId: string;
  title: string;
  prompt: string | null;
  promptHidden: boolean;
  sourcePictureId: string | null;
  license: string;
  storageKey: string;
  sha256: string;
  /** Size of the original's file. */
  bytes: number;
  width: number;
  height: number;
  /** Whether something of it is transparent. */
  hasAlpha: boolean;
  colors: string[];
  placeholder: string;
  createdAt: Date;
  approved: boolean;
  status: "ready" | "waiting" | "rejected";
  genMeta: GenMeta;
  /** Null for a file of another installation, which stays as it is. */
  mark: PictureMarks | null;
};

const longestTitle = 140;

/** A slug that no picture has. */
export async function freeSlug({ db }: Pick<Services, "db">, title: string): Promise<string> {
  while (true) {
    const slug = pictureSlug(title, randomBytes(4).toString("hex"));
    const taken = await db
      .selectFrom("pictures")
      .select("id")
      .where("slug", "=", slug)
      .executeTakeFirst();
    if (taken === undefined) return slug;
  }
}

/**
 * Reads, normalises, names and writes a picture: the original with its provenance, and its first variants.
 * No row is written: that is `insertPicture`, in the caller's transaction. Files without a row are swept later.
 * @throws AppError unprocessable, too-large, unsupported-media-type, storage-full, unavailable
 */
export async function storePicture(
  services: Services,
  input: PictureToStore,
): Promise<StoredPicture> {
  const { ownerId, prompt, engine, seed } = input;
  const id = input.id ?? uuidv7();
  const mark = services.provenance.markOf(id);
  const prepared = await services.imaging.prepareMarked(input.bytes, mark, input);
  const given = input.title?.trim() ?? "";
  const title =
    given === ""
      ? titleFromPrompt(input.promptHidden ? "" : (prompt ?? ""))
      : Array.from(given).slice(0, longestTitle).join("").toWellFormed();
  const owner = await services.db
    .selectFrom("users")
    .select("name")
    .where("id", "=", ownerId)
    .executeTakeFirstOrThrow();
  const slug = await freeSlug(services, title);
  const sourcePictureId = input.sourcePictureId ?? null;
  const source = await sourceOf(services, sourcePictureId);
  const review = input.review ? await reviewOf(services, prepared.bytes) : null;
  const promptHidden = input.promptHidden ?? false;
  const license = input.license ?? "cc-by";
  const createdAt = input.createdAt ?? new Date();
  const provenance = {
    title,
    ...(prompt !== null && !promptHidden && { prompt }),
    creator: owner.name,
    engine: engine.label,
    ...(seed !== undefined && { seed }),
    ...(source && { source: pageAddress(services, source.slug), sourceId: source.id }),
    license,
    page: pageAddress(services, slug),
    pictureId: id,
    createdAt,
    neural: engine.neural,
    ...(input.isEdit && { isEdit: true }),
  };
  const parents = [
    ...(await parentsOf(services, sourcePictureId, source)),
    ...(await claimsOf(services, input.references ?? [])),
    ...(await broughtWith(services, input.bytes)),
  ];
  const written = await writeOriginal(services, prepared, provenance, { parents });
  return {
    id,
    slug,
    filename: `${slug}.jpg`,
    filenameWebp: `${slug}.webp`,
    ownerId,
    title,
    prompt,
    promptHidden,
    sourcePictureId,
    license,
    ...written,
    width: prepared.width,
    height: prepared.height,
    hasAlpha: prepared.hasAlpha,
    colors: prepared.colors,
    placeholder: prepared.placeholder,
    createdAt,
    ...stateOnArrival(review?.flagged ? "before" : services.env.MODERATION),
    genMeta: {
      engine,
      ...(seed !== undefined && { seed }),
      ...(review && { moderation: review }),
    },
    mark: {
      payload: Buffer.from(mark.payload),
      look: prepared.look,
      isSigned: await services.provenance.canSign(),
    },
  };
}
