import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { creatorsQuery, followsQuery, likesQuery, picturesQuery } from "../inputs.ts";
import type { CreatorCard, FollowState, LikeState } from "../queries.ts";

const tag = "social";
const like: z.ZodType<LikeState> = z.object({
  likes: z.int().describe("Likes of the picture"),
  liked: z.boolean().describe("Whether the asker's is among them"),
});
const follow: z.ZodType<FollowState> = z.object({
  followers: z.int().describe("Followers of the creator"),
  following: z.boolean().describe("Whether the asker is one of them"),
});
const next = z.string().nullable().describe("Cursor of the next page");
const pictures = z.object({
  items: z.array(z.looseObject({ id: z.uuid(), slug: z.string() })).describe("As in /api/pictures"),
  next,
});
const creatorCard: z.ZodType<CreatorCard> = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  avatar: z.string().describe("A path of the image host, or a whole address"),
  role: z.string().describe("What they call themselves"),
  followers_count: z.int(),
  bio: z.string().nullable(),
  isDemo: z.boolean().describe("A demonstration account"),
  followers: z.int().describe("The same as followers_count"),
  pictures: z.int().describe("Public pictures, counted up to 1,000"),
  latest: z.array(
    z.object({ slug: z.string(), width: z.int(), height: z.int(), color: z.string() }),
  ),
  following: z.boolean(),
  isSelf: z.boolean(),
});
const creators = z.object({ items: z.array(creatorCard), next });
const picture = { path: { id: "Id of the picture" }, session: true, refuses: [404] } as const;
const creator = { path: { username: "Without the @" } } as const;

export const likeDocs = described({
  tag,
  summary: "Likes a picture; once more changes nothing",
  ...picture,
  answers: { 200: { description: "The likes after it", schema: like } },
});

export const unlikeDocs = described({
  tag,
  summary: "Removes the like of a picture",
  ...picture,
  answers: { 200: { description: "The likes after it", schema: like } },
});

export const viewerStateDocs = described({
  tag,
  summary: "Whether the asker likes a picture and follows its creator",
  path: { id: "Id of the picture" },
  answers: {
    200: {
      description: "Both false for guests",
      schema: z.object({ liked: z.boolean(), following: z.boolean() }),
    },
  },
  refuses: [404],
});

export const likesDocs = described({
  tag,
  summary: "What the asker likes, the latest like first; or which of the named pictures they like",
  session: true,
  query: likesQuery,
  answers: {
    200: {
      description: "A page of pictures, or the ids of the liked ones",
      schema: z.union([pictures, z.object({ liked: z.array(z.uuid()) })]),
    },
  },
  refuses: [400],
});

export const followDocs = described({
  tag,
  summary: "Follows a creator; once more changes nothing",
  ...creator,
  session: true,
  answers: { 200: { description: "The followers after it", schema: follow } },
  refuses: [404, 409],
});

export const unfollowDocs = described({
  tag,
  summary: "Stops following a creator",
  ...creator,
  session: true,
  answers: { 200: { description: "The followers after it", schema: follow } },
  refuses: [404],
});

export const followsDocs = described({
  tag,
  summary: "Who follows the asker, or whom they follow",
  session: true,
  query: followsQuery,
  answers: { 200: { description: "The latest first", schema: creators } },
  refuses: [400],
});

export const followedPicturesDocs = described({
  tag,
  summary: "The public pictures of the creators whom the asker follows, newest first",
  session: true,
  query: picturesQuery,
  answers: { 200: { description: "A page of them", schema: pictures } },
  refuses: [400],
});

export const creatorsDocs = described({
  tag,
  summary: "Creators with public pictures",
  query: creatorsQuery,
  answers: { 200: { description: "A page of them", schema: creators } },
  refuses: [400],
});

export const creatorPicturesDocs = described({
  tag,
  summary: "The pictures of a creator, newest first; to themselves the hidden ones too",
  ...creator,
  query: picturesQuery,
  answers: { 200: { description: "A page of them", schema: pictures } },
  refuses: [400, 404],
});
