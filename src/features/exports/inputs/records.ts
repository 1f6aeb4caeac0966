/** The lines of an archive that is brought in. They come from anywhere, and are checked as what members type is. */
import { z } from "zod";
import { t } from "#app/language/message.ts";
import { profileInput } from "#app/features/identity/inputs/profile.ts";
import { text } from "#app/lib/text.ts";
import { collectionLimits } from "#app/features/collections/inputs.ts";
import { pictureLimits } from "#app/features/pictures/inputs.ts";
import { editLimits } from "#app/rules/edit-limits.ts";
import { paramLimits } from "#app/rules/engine-params.ts";
import { boardRoles, referenceLimits, referenceRoles } from "#app/rules/references.ts";
import { newWordList } from "#app/features/generation/inputs.ts";
import { kitLimits } from "#app/rules/style-kit.ts";

const longestLicence = 200;
const longestPrompt = 10_000;
const longestMade = 20_000;
/** Those that a cast names and those of a mood board. */
const mostReferences = referenceLimits.count + referenceLimits.board;

const digest = text().regex(/^[0-9a-f]{64}$/, { error: () => t`This is no SHA-256` });
const username = text().regex(/^[a-z0-9_.-]{1,60}$/i, { error: () => t`This is no username` });
const earliest = Date.parse("2000-01-01T00:00:00Z");

/** A time that has been: an archive cannot put a picture ahead of all to come. */
const past = z.iso
  .datetime()
  .refine((at) => Date.parse(at) >= earliest && Date.parse(at) <= Date.now() + 60_000, {
    error: () => t`This is no time that has been`,
  });

const label = text().max(200);

const added = z.int().min(0).max(editLimits.extend.max);
const editShape = z.strictObject({
  grow: z.int().min(editLimits.grow.min).max(editLimits.grow.max),
  feather: z.int().min(0).max(editLimits.feather.max),
  extend: z.strictObject({ left: added, top: added, right: added, bottom: added }),
});

/** What made a picture. What another version of the product knows of it is kept as it is. */
const made = z
  .looseObject({
    engine: z.strictObject({ id: label, label, neural: z.boolean() }).optional(),
    model: label.optional(),
    seed: z.number().optional(),
    aspect: label.optional(),
    quality: label.optional(),
    negative: text().max(longestPrompt).optional(),
    strength: z.number().optional(),
    params: z
      .record(
        text().max(paramLimits.id),
        z.union([z.number(), z.boolean(), text().max(paramLimits.text)]),
      )
      .refine((params) => Object.keys(params).length <= paramLimits.count, {
        error: () => t`This is too long`,
      })
      .optional(),
    edit: editShape.optional(),
    moderation: z
      .undefined({ error: () => t`The review of an image is the site's own` })
      .optional(),
  })
  .refine((value) => JSON.stringify(value).length <= longestMade, {
    error: () => t`This is too long`,
  })
  .refine((value) => !JSON.stringify(value).includes("\\u0000"), {
    error: () => t`NUL is not allowed`,
  });

const words = (max: number) => text().max(max).nullable();

export const pictureRecord = z
  .strictObject({
    sha256: digest,
    bytes: z.int().positive(),
    width: z.int().positive(),
    height: z.int().positive(),
    title: text()
      .max(pictureLimits.title)
      .refine((title) => title.trim() !== "", { error: () => t`A title is needed` }),
    description: words(pictureLimits.description),
    prompt: words(longestPrompt),
    promptHidden: z.boolean(),
    authoringPrompt: words(longestPrompt),
    miniPrompt: words(longestPrompt),
    tags: z.array(text().min(1).max(pictureLimits.tag)).max(pictureLimits.tags),
    license: text().min(1).max(longestLicence),
    isPublic: z.boolean(),
    createdAt: past,
    parent: digest.nullable(),
    references: z
      .array(
        z.strictObject({
          sha256: digest,
          role: z.enum(referenceRoles),
          weight: z.number().min(0).max(1).nullable(),
        }),
      )
      .max(mostReferences)
      .default([]),
    /** What was marked of its parent, where it is an edit. */
    mask: digest.optional(),
    made,
  })
  .refine(({ mask, made: { edit } }) => mask === undefined || edit !== undefined, {
    error: () => t`A mask belongs to an edit`,
    path: ["mask"],
  });

export const collectionRecord = z.strictObject({
  name: text().min(1).max(collectionLimits.name),
  description: words(collectionLimits.description),
  isPublic: z.boolean(),
  createdAt: past,
  pictures: z.array(digest).max(collectionLimits.items),
  cover: digest.nullable(),
});

export const likeRecord = z.strictObject({ sha256: digest, likedAt: past });

export const followRecord = z.strictObject({ username, followedAt: past });

export const kitRecord = z.strictObject({
  name: text()
    .max(kitLimits.name)
    .refine((name) => name.trim() !== "", { error: () => t`A name is needed` }),
  camera: text().max(kitLimits.words),
  lighting: text().max(kitLimits.words),
  material: text().max(kitLimits.words),
  palette: z.array(text().regex(/^#[0-9a-f]{6}$/i, { error: () => t`This is no colour` })).max(5),
  isShared: z.boolean(),
  picture: digest.nullable(),
  board: z
    .array(z.strictObject({ sha256: digest, role: z.enum(boardRoles) }))
    .max(referenceLimits.board)
    .default([]),
  createdAt: past,
});

const { lastName, bio, profession, website, twitterUsername, instagramUsername, linkedinUsername } =
  profileInput.shape;

export const profileRecord = z.strictObject({
  username,
  name: text().min(1).max(200),
  lastName,
  bio,
  profession,
  website,
  location: text().max(120).nullable(),
  twitterUsername,
  instagramUsername,
  linkedinUsername,
});

/** Files of records by their name in an archive. */
export const recordFiles = {
  "data/collections.jsonl": collectionRecord,
  "data/follows.jsonl": followRecord,
  "data/likes.jsonl": likeRecord,
  "data/pictures.jsonl": pictureRecord,
  "data/style-kits.jsonl": kitRecord,
  "data/word-lists.jsonl": newWordList,
} as const;

export type RecordFile = keyof typeof recordFiles;
