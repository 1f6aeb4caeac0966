import { Hono, type Context } from "hono";
import type { Audited } from "#app/lib/audit.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { AppError } from "#app/lib/errors.ts";
import { adminAction, parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { confirmPassword } from "#app/features/identity/http/confirm-password.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import {
  deletePictureForEver,
  keepByKey,
  keepMember,
  requestDeletion,
  requestOwnDeletion,
} from "./commands.ts";
import {
  askDocs,
  askForDocs,
  keepDocs,
  keepForDocs,
  pictureDocs,
  statusDocs,
} from "./http/docs.ts";
import { deletionInput } from "./inputs.ts";
import { deletionByKey } from "./queries.ts";

function uuidOf(c: Context<AppEnv>, name: "id" | "key"): string {
  const id = c.req.param(name) ?? "";
  if (!isUuid(id)) throw new AppError("not-found");
  return id;
}

/**
 * Deletion of accounts and of single pictures: the member's own, those that admins ask for, and the page of a deletion,
 * whose key stands for a sign-in.
 * @param audited writes the audit entries
 */
export function deletionRoutes(services: Services, limits: Limits, audited: Audited) {
  const { db } = services;
  return new Hono<AppEnv>()
    .post("/api/account/deletion", askDocs, async (c) => {
      const actor = requireMember(c);
      const { password, username } = await parseBody(c, deletionInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, actor.userId, password);
      const by = { audited, requestId: c.get("requestId") };
      const { key, dueAt } = await requestOwnDeletion(services, actor, username, by);
      return c.json({ key, dueAt: dueAt.toISOString() }, 202);
    })
    .get("/api/deletions/:key", statusDocs, async (c) => {
      const found = await deletionByKey(db, uuidOf(c, "key"));
      if (found === null) throw new AppError("not-found");
      return c.json(found, 200, { "cache-control": "private, no-store" });
    })
    .post("/api/deletions/:key/keep", keepDocs, async (c) => {
      await limits.take("appeal", limitKey(c.get("ip")));
      await keepByKey(services, uuidOf(c, "key"), { audited, requestId: c.get("requestId") });
      return c.body(null, 204);
    })
    .post("/api/admin/members/:id/deletion", askForDocs, async (c) => {
      const by = adminAction(c);
      await requireFreshFactor(services, c.req.raw.headers);
      const { key, dueAt } = await requestDeletion(services, { ...by, audited }, uuidOf(c, "id"));
      return c.json({ key, dueAt: dueAt.toISOString() }, 202);
    })
    .delete("/api/admin/members/:id/deletion", keepForDocs, async (c) => {
      await keepMember(services, { ...adminAction(c), audited }, uuidOf(c, "id"));
      return c.body(null, 204);
    })
    .post("/api/picture/:id/erase", pictureDocs, async (c) => {
      const member = requireMember(c);
      const editor = member.role === "admin" ? { ...adminAction(c), audited } : member;
      return c.json(await deletePictureForEver(services, editor, uuidOf(c, "id")), 202);
    });
}
