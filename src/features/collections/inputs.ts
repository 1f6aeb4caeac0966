import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";

/** Limits of collections: characters of the texts, pictures in one (and in one request), collections of a member. */
export const collectionLimits = {
  name: 100,
  description: 2_000,
  items: 1_000,
  collections: 500,
} as const;

const name = words({
  min: 1,
  max: collectionLimits.name,
  blank: () => t`A collection needs a name`,
});
const description = words({ min: 0, max: collectionLimits.description })
  .transform((value) => (value === "" ? null : value))
  .nullable();
const pictureIds = z.array(z.uuid()).max(collectionLimits.items);

/** Body of POST /api/collections; private unless said otherwise. */
export const newCollection = z.strictObject({
  name,
  description: description.optional(),
  is_public: z.boolean().optional(),
  /** What it begins with. */
  picture_ids: pictureIds.optional(),
});
export type NewCollection = z.output<typeof newCollection>;

/** Body of PATCH /api/collections/{id}; the cover is one of its pictures, or null for the first ones. */
export const collectionChanges = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    is_public: z.boolean().optional(),
    cover_picture_id: z.uuid().nullable().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: () => t`Nothing to change` });
export type CollectionChanges = z.output<typeof collectionChanges>;

/** Body of PUT and DELETE /api/collections/{id}/items, and of PUT /api/collections/{id}/order. */
export const itemsInput = z.strictObject({ picture_ids: pictureIds.min(1) });

/** Body of PATCH /api/collections/{id}/items/{pictureId}: the picture moves before another one, or to the end. */
export const moveInput = z.strictObject({ before: z.uuid().nullable() });

/** Query of GET /api/collections. */
export const ownQuery = z.strictObject({ picture: z.uuid().optional() });

/** Query of GET /api/collections/public: everybody's, those of the creator with this username, or the picked ones. */
export const publicQuery = z.strictObject({
  feed: z.enum(["picks"]).optional(),
  username: text().max(60).optional(),
  cursor: text().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(24),
});

/** Query of GET /api/collections/{id}; a username that is not the owner's finds nothing. */
export const collectionQuery = z.strictObject({
  username: text().max(60).optional(),
  cursor: text().max(60).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});
