import { Hono } from "hono";
import { t } from "#app/language/message.ts";
import { createGate } from "#app/lib/gate.ts";
import { parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import { createKeyedGate } from "#app/lib/keyed-gate.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { readBytes } from "#app/lib/read-body.ts";
import type { Services } from "#app/services.ts";
import { confirmPassword } from "#app/features/identity/http/confirm-password.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { beginImport, cancelImport, expectedPart, receiveChunk } from "../commands.ts";
import { importInput, partQuery } from "../inputs.ts";
import { lastImport } from "../queries.ts";
import { beginDocs, cancelImportDocs, importStateDocs, partDocs } from "./docs.ts";

const noStore = { "cache-control": "no-store" };
/** Bytes of a part, and a little more for clients that count otherwise. */
const partLimit = 8_400_000;
/**
 * How many parts are in memory at once, as with pictures that are uploaded. A sender who is slow keeps a slot for the time
 * that a body may take; the page tries a part again for longer than that.
 */
const gates = {
  all: { wide: 8, queue: 64, waitMs: 20_000 },
  member: { wide: 2, queue: 4, waitMs: 20_000 },
} as const;

/** Archives that members bring from another installation, below `/api/imports` (docs/export.md). */
export function importRoutes(services: Services, limits: Limits) {
  const { db } = services;
  const detail = () => t`Too many archives are being uploaded; try again in a moment`;
  const all = createGate({ ...gates.all, detail });
  const members = createKeyedGate({ ...gates.member, detail });
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
      await expectedPart(services, member, at);
      const receive = async () =>
        receiveChunk(services, member, at, await readBytes(c.req.raw, partLimit));
      const received = await members.run(member.userId, () => all.run(receive));
      return c.json(received, 200, noStore);
    })
    .delete("/api/imports/:id", cancelImportDocs, async (c) => {
      await cancelImport(services, requireMember(c), c.req.param("id"));
      return c.body(null, 204);
    });
}
