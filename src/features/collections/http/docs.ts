import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import {
  collectionChanges,
  collectionQuery,
  itemsInput,
  moveInput,
  newCollection,
  ownQuery,
  publicQuery,
} from "../inputs.ts";
import type { ItemsChange } from "../commands/items.ts";
import type { CollectionCard, CollectionPage, OwnCollection } from "../queries.ts";

const tag = "collections";
const owner = z.object({
  name: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
});
const covers = z.array(
  z.object({ slug: z.string(), width: z.int(), height: z.int(), color: z.string() }),
);
const cardFields = {
  id: z.uuid(),
  name: z.string(),
  isPublic: z.boolean(),
  isHidden: z.boolean().describe("By an admin: only its owner and admins see it"),
  count: z.int(),
  updatedAt: z.iso.datetime(),
  owner,
  covers,
};
const publicCard: z.ZodType<CollectionCard> = z.object(cardFields);
const card: z.ZodType<OwnCollection> = z.object({
  ...cardFields,
  has: z.boolean().describe("Whether the picture that was asked about is in it"),
});
const collection: z.ZodType<Omit<CollectionPage, "ownerId" | "items">> = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  is_public: z.boolean(),
  isHidden: cardFields.isHidden,
  owner,
  isOwn: z.boolean(),
  count: z.int().describe("Pictures that the asker may see"),
  covers,
  coverPictureId: z.uuid().nullable().describe("Told to the owner alone"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  items: z.array(z.looseObject({ id: z.uuid(), slug: z.string() })).describe("As in /api/pictures"),
  next: z.string().nullable(),
});
const change: z.ZodType<ItemsChange> = z.object({
  count: z.int().describe("Pictures in the collection after it"),
  changed: z.int().describe("How many came or went"),
});
const id = { id: "Id of the collection" };
const item = { ...id, pictureId: "Id of the picture" };

export const ownDocs = described({
  tag,
  summary: "The member's own collections, the latest changed first",
  session: true,
  query: ownQuery,
  answers: {
    200: { description: "All of them", schema: z.object({ items: z.array(card) }) },
  },
  refuses: [400],
});

export const publicDocs = described({
  tag,
  summary:
    "Public collections, the latest published first; with feed=picks those that admins picked, the last picked first",
  query: publicQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(publicCard), next: z.string().nullable() }),
    },
  },
  refuses: [400],
});

export const collectionDocs = described({
  tag,
  summary: "A collection with a page of its pictures, in its owner's order",
  path: id,
  query: collectionQuery,
  answers: { 200: { description: "The collection", schema: collection } },
  refuses: [400, 404],
});

export const createDocs = described({
  tag,
  summary: "A new collection; private unless said otherwise",
  session: true,
  body: { schema: newCollection },
  answers: { 201: { description: "The collection", schema: collection } },
  refuses: [400, 404, 422],
});

export const updateDocs = described({
  tag,
  summary: "Changes the given fields of a collection",
  session: true,
  path: id,
  body: { schema: collectionChanges },
  answers: { 200: { description: "The collection after the change", schema: collection } },
  refuses: [400, 404],
});

export const deleteDocs = described({
  tag,
  summary: "Deletes a collection; it can be restored for half an hour",
  session: true,
  path: id,
  answers: { 204: { description: "Gone" } },
  refuses: [404],
});

export const restoreDocs = described({
  tag,
  summary: "Restores a deleted collection",
  session: true,
  path: id,
  answers: { 200: { description: "The collection", schema: collection } },
  refuses: [404],
});

export const addManyDocs = described({
  tag,
  summary: "Adds pictures: all of them or none",
  session: true,
  path: id,
  body: { schema: itemsInput },
  answers: { 200: { description: "How many there are now", schema: change } },
  refuses: [400, 404, 422],
});

export const removeManyDocs = described({
  tag,
  summary: "Takes pictures out",
  session: true,
  path: id,
  body: { schema: itemsInput },
  answers: { 200: { description: "How many there are now", schema: change } },
  refuses: [400, 404],
});

export const addDocs = described({
  tag,
  summary: "Adds a picture at the end; once more changes nothing",
  session: true,
  path: item,
  answers: { 200: { description: "How many there are now", schema: change } },
  refuses: [404, 422],
});

export const removeDocs = described({
  tag,
  summary: "Takes a picture out",
  session: true,
  path: item,
  answers: { 200: { description: "How many there are now", schema: change } },
  refuses: [404],
});

export const moveDocs = described({
  tag,
  summary: "Moves a picture before another one of the collection, or to its end",
  session: true,
  path: item,
  body: { schema: moveInput },
  answers: { 204: { description: "Moved" } },
  refuses: [400, 404],
});

export const orderDocs = described({
  tag,
  summary: "Puts the pictures in the given order; those that are not named follow as they were",
  session: true,
  path: id,
  body: { schema: itemsInput },
  answers: { 204: { description: "In order" } },
  refuses: [400, 404],
});
