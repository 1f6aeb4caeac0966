import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import { boardRoles } from "#app/rules/references.ts";
import type { Services } from "#app/services.ts";
import { createKit, deleteKit, updateKit } from "../commands/kits.ts";
import { kitChanges, newKit } from "../inputs.ts";
import { listKits, type StyleKit } from "../queries/kits.ts";

const noStore = { "cache-control": "no-store" };
const tag = "style kits";

const kit: z.ZodType<StyleKit> = z.object({
  id: z.string(),
  name: z.string(),
  palette: z.array(z.string()),
  material: z.string(),
  lighting: z.string(),
  camera: z.string(),
  shots: z.array(z.string()),
  picture: z
    .object({ slug: z.string(), colors: z.array(z.string()), placeholder: z.string() })
    .nullable(),
  board: z
    .array(
      z.object({
        id: z.uuid(),
        slug: z.string(),
        title: z.string(),
        colors: z.array(z.string()),
        role: z.enum(boardRoles),
      }),
    )
    .describe("The pictures of its mood board that the member may see"),
  kind: z.enum(["curated", "own", "shared"]),
  isShared: z.boolean(),
  creator: z.object({ name: z.string(), username: z.string() }).nullable(),
});

const listDocs = described({
  tag,
  summary: "The kits that the member can cast with",
  session: true,
  answers: {
    200: {
      description: "The member's own, the curated ones, and the newest that others share",
      schema: z.object({ own: z.array(kit), curated: z.array(kit), shared: z.array(kit) }),
    },
  },
});
const createDocs = described({
  tag,
  summary: "Makes a kit: as given, from another kit, or from a picture's palette and words",
  session: true,
  body: { schema: newKit },
  answers: { 201: { description: "The kit", schema: kit } },
  refuses: [400, 409],
});
const path = { id: "Id of the member's own kit" };
const changeDocs = described({
  tag,
  summary: "Changes a kit; casts keep it as it was",
  session: true,
  path,
  body: { schema: kitChanges },
  answers: { 200: { description: "The kit as it is now", schema: kit } },
  refuses: [400, 404],
});
const deleteDocs = described({
  tag,
  summary: "Deletes a kit",
  session: true,
  path,
  answers: { 204: { description: "It is gone" } },
  refuses: [404],
});

/** `GET, POST /api/style-kits`, `PATCH, DELETE /api/style-kits/{id}`. */
export function styleKitRoutes(services: Services) {
  return new Hono<AppEnv>()
    .get("/api/style-kits", listDocs, async (c) =>
      c.json(await listKits(services.db, requireMember(c)), 200, noStore),
    )
    .post("/api/style-kits", createDocs, async (c) => {
      const member = requireMember(c);
      return c.json(await createKit(services, member, await parseBody(c, newKit)), 201, noStore);
    })
    .patch("/api/style-kits/:id", changeDocs, async (c) => {
      const member = requireMember(c);
      const changes = await parseBody(c, kitChanges);
      return c.json(await updateKit(services, member, c.req.param("id"), changes), 200, noStore);
    })
    .delete("/api/style-kits/:id", deleteDocs, async (c) => {
      await deleteKit(services, requireMember(c), c.req.param("id"));
      return c.body(null, 204);
    });
}
