import { downloadZip } from "client-zip";
import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { changeCasts, deleteCast } from "../commands/log.ts";
import { archiveInput, bulkInput } from "../inputs.ts";
import { castFiles, type CastFile } from "../queries/log.ts";

const tag = "casts";

const bulkDocs = described({
  tag,
  summary: "Shows, hides or deletes many casts of the member's own",
  session: true,
  body: { schema: bulkInput },
  answers: {
    200: {
      description: "How many pictures, or casts, changed",
      schema: z.object({ changed: z.int() }),
    },
  },
  refuses: [400],
});
const archiveDocs = described({
  tag,
  summary: "The pictures of casts as one file",
  session: true,
  query: archiveInput,
  answers: { 200: { description: "A ZIP file, made while it is sent", type: "application/zip" } },
  refuses: [400, 404],
});
const deleteDocs = described({
  tag,
  summary: "Deletes a cast from the log; its pictures stay",
  session: true,
  path: { id: "Id of the member's own cast" },
  answers: { 204: { description: "It is gone" } },
  refuses: [404, 409],
});

/** Reads one file at a time, when the archive comes to it. */
async function* filesOf({ storage }: Pick<Services, "storage">, files: readonly CastFile[]) {
  for (const { name, storageKey, createdAt } of files) {
    const file = await storage.get(storageKey);
    // Deleted since the archive was begun.
    if (file) yield { name, input: file.bytes, lastModified: createdAt };
  }
}

/** `POST /api/generations/bulk`, `GET /api/generations/archive`, `DELETE /api/generations/{id}`. */
export function castLogRoutes(services: Services) {
  return new Hono<AppEnv>()
    .post("/api/generations/bulk", bulkDocs, async (c) => {
      const member = requireMember(c);
      const input = await parseBody(c, bulkInput);
      return c.json(await changeCasts(services, member, input), 200, {
        "cache-control": "no-store",
      });
    })
    .get("/api/generations/archive", archiveDocs, async (c) => {
      const { userId } = requireMember(c);
      const { ids } = parseQuery(c, archiveInput);
      const files = await castFiles(services.db, userId, ids);
      if (files.length === 0) throw new AppError("not-found");
      const archive = downloadZip(filesOf(services, files)).body as ReadableStream<Uint8Array>;
      return c.body(archive, 200, {
        "content-type": "application/zip",
        "content-disposition": 'attachment; filename="casts.zip"',
        "cache-control": "no-store",
      });
    })
    .delete("/api/generations/:id", deleteDocs, async (c) => {
      const member = requireMember(c);
      const id = c.req.param("id");
      if (!isUuid(id)) throw new AppError("not-found");
      await deleteCast(services, member, id);
      return c.body(null, 204);
    });
}
