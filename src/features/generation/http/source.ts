import { Hono } from "hono";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { ownUpload } from "../queries.ts";

const path = { id: "Id of the member's own upload" };

const showDocs = described({
  tag: "casts",
  summary: "A source picture that the member uploaded, made small",
  session: true,
  path,
  answers: { 200: { description: "At most 1024 pixels wide", type: "image/webp" } },
  refuses: [404],
});

/** `GET /api/uploads/{id}/picture`. */
export function sourceRoutes(services: Services): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/api/uploads/:id/picture", showDocs, async (c) => {
    const { userId } = requireMember(c);
    const id = c.req.param("id");
    const upload = isUuid(id) ? await ownUpload(services.db, userId, id) : undefined;
    const file = upload && (await services.storage.get(upload.storage_key));
    if (!file) throw new AppError("not-found");
    const size = { width: 1024, height: 0, quality: 80, format: "webp" } as const;
    const bytes = await services.imaging.variant(file.bytes, size);
    return c.body(new Uint8Array(bytes), 200, {
      "cache-control": "private, max-age=86400, immutable",
      "content-type": "image/webp",
    });
  });
}
