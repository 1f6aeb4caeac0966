import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { shapes } from "#app/rules/aspect-shape.ts";
import type { Creator } from "#app/rules/creator.ts";
import type { ImageSources } from "#app/rules/image-address.ts";
import { originalFormats } from "#app/rules/picture-files.ts";
import { lookupQuery, pictureChanges, reportInput, similarQuery, wallQuery } from "../inputs.ts";
import type { PicturePage, WallPicture } from "../queries.ts";
import { referenceRoles } from "#app/rules/references.ts";
import type { Lineage } from "../queries/lineage.ts";

const tag = "pictures";
const engine = z.object({ id: z.string(), label: z.string(), neural: z.boolean() });

const creator: z.ZodType<Creator> = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  avatar: z.string().describe("A path of the image host, or a whole address"),
  role: z.string().describe("What they call themselves"),
  followers_count: z.int(),
});

const wallFields = {
  id: z.uuid(),
  slug: z.string(),
  filename: z.string(),
  title: z.string(),
  prompt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  colors: z.array(z.string()),
  placeholder: z.string().describe("24 px webp, base64"),
  alt: z.string(),
  likes: z.int(),
  remixCount: z.int(),
  createdAt: z.iso.datetime(),
  creator,
  isDemo: z.boolean().describe("Its creator is a demonstration account"),
  sourceId: z.uuid().nullable(),
};
const wallPicture: z.ZodType<WallPicture> = z.object(wallFields);

const sources: z.ZodType<ImageSources> = z.object({
  jpg: z.string(),
  webp: z.string(),
  avif: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  srcSet: z.string(),
});

const picture: z.ZodType<Omit<PicturePage, "ownerId" | "gen_meta">> = z.object({
  ...wallFields,
  description: z.string().nullable(),
  authoring_prompt: z.string().nullable(),
  mini_prompt: z.string().nullable(),
  tags: z.array(z.string()),
  gen_meta: z.record(z.string(), z.unknown()),
  storage_key: z.string(),
  original: z.object({
    format: z.enum(originalFormats),
    hasAlpha: z.boolean(),
    bytes: z.int(),
  }),
  filenameWebp: z.string().nullable(),
  downloads: z.int(),
  views: z.int(),
  license: z.string(),
  is_public: z.boolean(),
  approved: z.boolean(),
  status: z.string(),
  prompt_hidden: z.boolean(),
  remix_count: z.int(),
  remix_group_count: z.int(),
  shape: z.enum(shapes),
  engine: engine.nullable(),
  seed: z.int().nullable(),
  aspect: z.string().nullable(),
  images: sources,
});
const lineage: z.ZodType<Lineage> = z.object({
  source: wallPicture.nullable(),
  ancestors: z.array(wallPicture),
  remixes: z.array(wallPicture),
  references: z
    .array(z.object({ role: z.enum(referenceRoles), picture: wallPicture.nullable() }))
    .describe("What the picture was made with; null for one that is gone"),
});
const id = { id: "Id of the picture" };
const one = { 200: { description: "The picture", schema: picture } };

export const wallDocs = described({
  tag,
  summary:
    "The public pictures: one of each cast, newest first and with the members of a page mixed, or as one of the other feeds has them",
  query: wallQuery,
  answers: {
    200: {
      description: "A page and the cursor of the next",
      schema: z.object({ items: z.array(wallPicture), next: z.string().nullable() }),
    },
  },
  refuses: [400],
});

export const filenameDocs = described({
  tag,
  summary: "The picture with this filename",
  path: { filename: "With its extension, in any of the forms there have been" },
  query: lookupQuery,
  answers: one,
  refuses: [400, 404],
});

export const pictureDocs = described({
  tag,
  summary: "The picture at this address",
  path: { id: "Id, slug or filename" },
  query: lookupQuery,
  answers: one,
  refuses: [400, 404],
});

export const lineageDocs = described({
  tag,
  summary: "Where a picture comes from and what was made of it",
  path: id,
  answers: { 200: { description: "Source, ancestors and remixes", schema: lineage } },
  refuses: [404],
});

export const similarDocs = described({
  tag,
  summary: "Pictures like this one",
  path: id,
  query: similarQuery,
  answers: {
    200: { description: "The nearest first", schema: z.object({ items: z.array(wallPicture) }) },
  },
  refuses: [400, 404],
});

export const viewDocs = described({
  tag,
  summary: "Counts that somebody looked at the picture; its owner does not count",
  path: id,
  answers: { 204: { description: "Counted" } },
  refuses: [404],
});

export const reportDocs = described({
  tag,
  summary: "Reports a picture to the admins; a member's second report changes their first",
  session: true,
  path: id,
  body: { schema: reportInput },
  answers: { 204: { description: "Kept" } },
  refuses: [400, 404],
});

export const changeDocs = described({
  tag,
  summary: "Changes the given fields of a picture, its owner's or an admin's right",
  session: true,
  path: id,
  body: { schema: pictureChanges },
  answers: { 200: { description: "The picture after the change", schema: picture } },
  refuses: [400, 404],
});

export const deleteDocs = described({
  tag,
  summary: "Deletes a picture and its files, its owner's or an admin's right",
  session: true,
  path: id,
  answers: { 204: { description: "Gone" } },
  refuses: [404],
});

export const uploadDocs = described({
  tag,
  summary: "A source picture for a cast",
  session: true,
  body: {
    type: "multipart/form-data",
    schema: z.strictObject({
      file: z.file().describe("JPEG, PNG, WebP or AVIF, at most 20 MB and 50 megapixels"),
    }),
  },
  answers: {
    201: {
      description: "Kept; its id goes into source.uploadId of a cast",
      schema: z.object({
        id: z.uuid(),
        width: z.int(),
        height: z.int(),
        settings: z
          .looseObject({ tool: z.string(), prompt: z.string().optional() })
          .nullable()
          .describe("What the file says of how it was made"),
      }),
    },
  },
  refuses: [400, 413, 415, 422, 507],
});
