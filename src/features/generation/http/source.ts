import { Hono } from "hono";
import { LRUCache } from "lru-cache";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { ownUpload } from "../queries.ts";

const size = { width: 1024, height: 0, quality: 80, format: "webp" } as const;

const path = { id: "Id of the member's own upload" };

const showDocs = described({
  tag: "casts",
  summary: "A source picture that the member uploaded, made small",
  session: true,
  path,
  answers: { 200: { description: "At most 1024 pixels wide", type: "image/webp" } },
  refuses: [404],
});

/** Bytes of thumbnails cached in memory; one has about 150 kB. */
const memory = 16 * 1024 ** 2;

/** `GET /api/uploads/{id}/picture`. */
export function sourceRoutes(services: Services, limits: Limits) {
  const { db, imaging, storage } = services;
  /** An upload never changes. Concurrent requests wait for the same thumbnail. */
  const copies = new LRUCache<string, Buffer, string>({
    maxSize: memory,
    sizeCalculation: (bytes) => bytes.length,
    async fetchMethod(_id, _stale, { context: key }) {
      const file = await storage.get(key);
      return file === null ? undefined : imaging.variant(file.bytes, size);
    },
  });

  return new Hono<AppEnv>().get("/api/uploads/:id/picture", showDocs, async (c) => {
    const { userId } = requireMember(c);
    const id = c.req.param("id");
    const upload = isUuid(id) ? await ownUpload(db, userId, id) : undefined;
    if (upload === undefined) throw new AppError("not-found");
    if (!copies.has(id)) await limits.take("upload-picture", userId);
    const bytes = await copies.fetch(id, { context: upload.storage_key });
    if (bytes === undefined) throw new AppError("not-found");
    return c.body(new Uint8Array(bytes), 200, {
      "cache-control": "private, max-age=86400, immutable",
      "content-type": "image/webp",
    });
  });
}
