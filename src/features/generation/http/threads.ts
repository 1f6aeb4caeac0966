import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { listThreads, threadOf, type Thread, type ThreadEntry } from "../queries/threads.ts";

const noStore = { "cache-control": "no-store" };
const tag = "threads";

const entry: z.ZodType<ThreadEntry> = z.object({
  root: z.uuid(),
  title: z.string(),
  cover: z
    .object({ slug: z.string(), colors: z.array(z.string()), placeholder: z.string() })
    .nullable(),
  uploadId: z.uuid().nullable(),
  branches: z.int(),
  casts: z.int(),
  latestAt: z.iso.datetime(),
});

const thread: z.ZodType<Thread> = z.object({
  root: z.uuid(),
  title: z.string(),
  nodes: z.array(
    z.object({
      id: z.uuid(),
      parentId: z.uuid().nullable(),
      kind: z.enum(["picture", "gap", "hidden", "upload"]),
      label: z.string(),
      width: z.int(),
      height: z.int(),
      picture: z
        .object({
          slug: z.string(),
          title: z.string(),
          prompt: z.string().nullable(),
          colors: z.array(z.string()),
          placeholder: z.string(),
          strength: z.number().nullable(),
          isEdit: z.boolean().describe("Whether it is its parent with a part of it made anew"),
          hasMask: z.boolean().describe("Whether it came with the mask of its edit from elsewhere"),
          aspect: z.string().nullable(),
          engine: z.string().nullable(),
          seed: z.number().nullable(),
          isPublic: z.boolean(),
          isOwn: z.boolean(),
          creator: z.object({ name: z.string(), username: z.string() }),
        })
        .nullable(),
      cost: z.number().nullable(),
      createdAt: z.iso.datetime().nullable(),
    }),
  ),
  truncated: z.boolean(),
});

const listDocs = described({
  tag,
  summary: "The member's threads: pictures grouped by their source",
  session: true,
  answers: {
    200: { description: "The newest first", schema: z.object({ items: z.array(entry) }) },
  },
});
const showDocs = described({
  tag,
  summary: "Everything that came from one source",
  session: true,
  path: { root: "Id of a picture of the group, or of the upload it began with" },
  answers: { 200: { description: "Its places, parents by their ids", schema: thread } },
  refuses: [404],
});

/** `GET /api/threads`, `GET /api/threads/{root}`. */
export function threadRoutes(services: Services) {
  return new Hono<AppEnv>()
    .get("/api/threads", listDocs, async (c) =>
      c.json({ items: await listThreads(services.db, requireMember(c)) }, 200, noStore),
    )
    .get("/api/threads/:root", showDocs, async (c) => {
      const found = await threadOf(services.db, requireMember(c), c.req.param("root"));
      if (!found) throw new AppError("not-found");
      return c.json(found, 200, noStore);
    });
}
