import { Hono } from "hono";
import { parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { readBytes } from "#app/lib/read-body.ts";
import type { Services } from "#app/services.ts";
import { confirmPassword } from "#app/features/identity/http/confirm-password.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { beginImport, cancelImport, receiveChunk } from "../commands.ts";
import { importInput, partQuery } from "../inputs.ts";
import { lastImport } from "../queries.ts";
import { beginDocs, cancelImportDocs, importStateDocs, partDocs } from "./docs.ts";

const noStore = { "cache-control": "no-store" };
/** Bytes of a part, and a little more for clients that count otherwise. */
const partLimit = 8_400_000;

/** Archives that members bring from another installation, below `/api/imports` (docs/export.md). */
export function importRoutes(services: Services, limits: Limits) {
  const { db } = services;
  return new Hono<AppEnv>()
    .get("/api/imports", importStateDocs, async (c) => {
      const { userId } = requireMember(c);
      const at = new Date().toISOString();
      return c.json({ import: await lastImport(db, userId), at }, 200, noStore);
    })
    .post("/api/imports", beginDocs, async (c) => {
      const member = requireMember(c);
      const { password, ...input } = await parseBody(c, importInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, member.userId, password);
      const begun = await beginImport(services, member, input);
      const event = { event: "import-begun", userId: member.userId, importId: begun.id };
      c.get("log").info(event, "import of an archive begun");
      return c.json(begun, 201, noStore);
    })
    .put("/api/imports/part", partDocs, async (c) => {
      const member = requireMember(c);
      const at = parseQuery(c, partQuery);
      const bytes = await readBytes(c.req.raw, partLimit);
      return c.json(await receiveChunk(services, member, at, bytes), 200, noStore);
    })
    .delete("/api/imports/:id", cancelImportDocs, async (c) => {
      await cancelImport(services, requireMember(c), c.req.param("id"));
      return c.body(null, 204);
    });
}
