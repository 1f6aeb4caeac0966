import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { partOf } from "#app/lib/byte-range.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { confirmPassword } from "#app/features/identity/http/confirm-password.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { cancelExport, requestExport } from "./commands.ts";
import { archiveDocs, cancelDocs, requestDocs, stateDocs } from "./http/docs.ts";
import { exportInput } from "./inputs.ts";
import { archiveOf, lastExport, readChunks, type Archive } from "./queries.ts";

const noStore = { "cache-control": "no-store" };

function headersOf({ identity, username, requestedAt }: Archive): Record<string, string> {
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
  const day = requestedAt.toISOString().slice(0, 10);
  return {
    "content-type": "application/x-tar",
    "content-disposition": `attachment; filename="echoform-${username}-${day}.tar"`,
    "cache-control": "private, no-store",
    "accept-ranges": "bytes",
    etag: `"${digest}"`,
  };
}

/** Exports of everything a member has, below `/api/exports` (docs/export.md). */
export function exportRoutes(services: Services, limits: Limits) {
  const { db, storage } = services;
  return new Hono<AppEnv>()
    .get("/api/exports", stateDocs, async (c) => {
      const { userId } = requireMember(c);
      const at = new Date().toISOString();
      return c.json({ export: await lastExport(db, userId), at }, 200, noStore);
    })
    .post("/api/exports", requestDocs, async (c) => {
      const member = requireMember(c);
      const { password } = await parseBody(c, exportInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, member.userId, password);
      const { id } = await requestExport(services, member);
      const event = { event: "export-requested", userId: member.userId, exportId: id };
      c.get("log").info(event, "export of an account requested");
      return c.json({ id }, 202, noStore);
    })
    .delete("/api/exports/:id", cancelDocs, async (c) => {
      const member = requireMember(c);
      const id = c.req.param("id");
      await cancelExport(services, member, id);
      const event = { event: "export-cancelled", userId: member.userId, exportId: id };
      c.get("log").info(event, "export of an account cancelled");
      return c.body(null, 204);
    })
    .get("/api/exports/:id/archive", archiveDocs, async (c) => {
      const { userId } = requireMember(c);
      const id = c.req.param("id");
      await limits.take("download", userId);
      const archive = await archiveOf(db, userId, id);
      const { file } = archive;
      const headers = headersOf(archive);
      if (c.req.header("if-none-match") === headers["etag"]) return c.body(null, 304, headers);
      const condition = c.req.header("if-range");
      const isSame = condition === undefined || condition === headers["etag"];
      const part = isSame ? partOf(c.req.header("range"), file.size) : null;
      if (part === "none") {
        return c.body(null, 416, { ...headers, "content-range": `bytes */${file.size}` });
      }
      const { start, end } = part ?? { start: 0, end: file.size - 1 };
      const sized = { ...headers, "content-length": String(end - start + 1) };
      if (c.req.method !== "GET") return c.body(null, 200, sized);
      const event = { event: "export-downloaded", userId, exportId: id, from: start };
      c.get("log").info(event, "export of an account downloaded");
      const bytes = Readable.from(readChunks(storage, file, { start, end }));
      const body = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
      if (part === null) return c.body(body, 200, sized);
      const range = { "content-range": `bytes ${start}-${end}/${file.size}` };
      return c.body(body, 206, { ...sized, ...range });
    });
}
