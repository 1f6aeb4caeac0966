import { Hono } from "hono";
import { z } from "zod";
import { limitKey } from "#app/lib/client-ip.ts";
import { described } from "#app/lib/describe.ts";
import type { AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Uploads } from "#app/lib/uploads.ts";
import type { Services } from "#app/services.ts";
import type { WallPicture } from "#app/features/pictures/queries.ts";
import { verifyPicture } from "./commands.ts";

const shown = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  width: z.int(),
  height: z.int(),
  colors: z.array(z.string()),
  creator: z.object({ name: z.string(), username: z.string() }),
});

const manifest = z.object({
  state: z.enum(["intact", "changed", "broken"]),
  isOwn: z.boolean().describe("Whether it was signed with a certificate of this site"),
  title: z.string().nullable(),
  signer: z.string().nullable(),
  generator: z.string().nullable(),
  actions: z.array(
    z.object({
      action: z.string(),
      agent: z.string().nullable(),
      sourceType: z.string().nullable(),
    }),
  ),
  ingredients: z.array(z.string()),
});

const verification = z.object({
  origin: z
    .enum(["watermark", "comparison", "manifest", "none"])
    .describe("What shows that the file was made here"),
  picture: shown.nullable().describe("The picture that it is, where you may see it"),
  ancestors: z.array(shown),
  remixes: z.array(shown),
  alike: z.array(shown).describe("Public pictures that look the same, without proof"),
  manifest: z.union([manifest, z.enum(["none", "unread"])]),
});

const verifyDocs = described({
  tag: "service",
  summary: "Where a picture file came from; nothing of it is kept",
  body: {
    type: "multipart/form-data",
    schema: z.strictObject({
      file: z.file().describe("JPEG, PNG, WebP or AVIF, at most 20 MB and 50 megapixels"),
    }),
  },
  answers: { 200: { description: "What could be found out", schema: verification } },
  refuses: [400, 413, 415, 422],
});

/** What is told of a picture. */
function toShown(picture: WallPicture): z.output<typeof shown> {
  const { id, slug, title, width, height, colors } = picture;
  const { name, username } = picture.creator;
  return { id, slug, title, width, height, colors, creator: { name, username } };
}

/** POST /api/verify: where a picture file came from. */
export function provenanceRoutes(services: Services, limits: Limits, uploads: Uploads) {
  return new Hono<AppEnv>().post("/api/verify", verifyDocs, async (c) => {
    const actor = c.get("actor");
    const client = actor.userId ?? limitKey(c.get("ip"));
    await limits.take("verify", client);
    const found = await uploads.receive(c.req.raw, client, (file) =>
      verifyPicture(services, actor, file),
    );
    const answer: z.output<typeof verification> = {
      ...found,
      picture: found.picture && toShown(found.picture),
      ancestors: found.ancestors.map(toShown),
      remixes: found.remixes.map(toShown),
      alike: found.alike.map(toShown),
    };
    return c.json(answer, 200, { "cache-control": "no-store" });
  });
}
