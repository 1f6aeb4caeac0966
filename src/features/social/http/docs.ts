import { z } from "zod";
import { described } from "../../../lib/describe.ts";
import { amongQuery } from "../inputs.ts";
import type { FollowState, LikeState } from "../queries.ts";

const tag = "social";
const like: z.ZodType<LikeState> = z.object({
  likes: z.int().describe("Likes of the picture"),
  liked: z.boolean().describe("Whether the asker's is among them"),
});
const follow: z.ZodType<FollowState> = z.object({
  followers: z.int().describe("Followers of the creator"),
  following: z.boolean().describe("Whether the asker is one of them"),
});
const picture = { path: { id: "Id of the picture" }, session: true, refuses: [404] } as const;
const creator = { path: { username: "Without the @" }, session: true } as const;

export const likeDocs = described({
  tag,
  summary: "Likes a picture; once more changes nothing",
  ...picture,
  answers: { 200: { description: "The likes after it", schema: like } },
});

export const unlikeDocs = described({
  tag,
  summary: "Takes the like of a picture back",
  ...picture,
  answers: { 200: { description: "The likes after it", schema: like } },
});

export const amongDocs = described({
  tag,
  summary: "Which of these pictures the asker likes",
  session: true,
  query: amongQuery,
  answers: {
    200: { description: "Ids of the liked ones", schema: z.object({ liked: z.array(z.uuid()) }) },
  },
  refuses: [400],
});

export const followDocs = described({
  tag,
  summary: "Follows a creator; once more changes nothing",
  ...creator,
  answers: { 200: { description: "The followers after it", schema: follow } },
  refuses: [404, 409],
});

export const unfollowDocs = described({
  tag,
  summary: "Stops following a creator",
  ...creator,
  answers: { 200: { description: "The followers after it", schema: follow } },
  refuses: [404],
});
