import { Hono, type Context } from "hono";
import { t } from "#app/language/message.ts";
import { fieldError } from "#app/lib/errors.ts";
import { adminAction, parseBody, parseQuery, type AppEnv } from "#app/lib/http.ts";
import type { Uploads } from "#app/lib/uploads.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { draftChanges } from "#app/features/pictures/inputs.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { assets, reportQueue } from "#app/features/pictures/queries.ts";
import {
  changeDraft,
  importPicture,
  correctBalance,
  decideOnMember,
  decideOnMessage,
  decideOnPictures,
  decideOnReport,
  editPictures,
  publishUploads,
  undoDecision,
  undoEdit,
} from "./commands.ts";
import {
  auditDocs,
  bulkDocs,
  creditsDocs,
  imagesDocs,
  messageDocs,
  reportDocs,
  reportsDocs,
  memberRightsDocs,
  undoDocs,
  usersBillingDocs,
  usersDocs,
} from "./http/docs.ts";
import { draftDocs, editDocs, publishDocs, uploadDocs } from "./http/edit-docs.ts";
import {
  assetQuery,
  auditQuery,
  bulkInput,
  creditsInput,
  editInput,
  memberQuery,
  messageInput,
  publishInput,
  reportDecision,
  reportQuery,
  memberRightsInput,
  undoInput,
  uploadQuery,
} from "./inputs.ts";
import { auditLog, members } from "./queries.ts";

function idOf(c: Context<AppEnv>): string {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw fieldError("id", "uuid", t`This is not a valid id`);
  return id;
}

/** A correction that is sent twice is applied once. @throws AppError invalid-request */
export function keyOf(c: Context<AppEnv>): string {
  const key = c.req.header("idempotency-key") ?? "";
  if (!/^[\w.:-]{8,255}$/.test(key)) {
    throw fieldError("idempotency-key", "required", t`Send a header Idempotency-Key`);
  }
  return key;
}

/** Everything below /api/admin (docs/api.md); a guard before these routes admits only admins. */
export function adminRoutes(services: Services, uploads: Uploads) {
  const { db } = services;
  return new Hono<AppEnv>()
    .get("/api/admin/images", imagesDocs, async (c) =>
      c.json(await assets(db, parseQuery(c, assetQuery))),
    )
    .post("/api/admin/images/bulk", bulkDocs, async (c) => {
      const by = adminAction(c);
      return c.json(await decideOnPictures(services, by, await parseBody(c, bulkInput)));
    })
    .post("/api/admin/images/undo", undoDocs, async (c) => {
      const by = adminAction(c);
      const { undo } = await parseBody(c, undoInput);
      const edit = await undoEdit(services, by, undo);
      return c.json(edit ?? (await undoDecision(services, by, undo)));
    })
    .post("/api/admin/images/edit", editDocs, async (c) => {
      const by = adminAction(c);
      return c.json(await editPictures(services, by, await parseBody(c, editInput)));
    })
    .post("/api/admin/upload", uploadDocs, async (c) => {
      const by = adminAction(c);
      const { name } = parseQuery(c, uploadQuery);
      const made = await uploads.receive(c.req.raw, by.admin.userId, (file) =>
        importPicture(services, by, file, name),
      );
      return c.json(made, 201);
    })
    .patch("/api/admin/drafts/:id", draftDocs, async (c) => {
      const by = adminAction(c);
      const id = idOf(c);
      await changeDraft(services, by, id, await parseBody(c, draftChanges));
      return c.json({ id });
    })
    .post("/api/admin/drafts/publish", publishDocs, async (c) => {
      const by = adminAction(c);
      const { ids } = await parseBody(c, publishInput);
      return c.json(await publishUploads(services, by, ids));
    })
    .get("/api/admin/reports", reportsDocs, async (c) =>
      c.json(await reportQueue(db, parseQuery(c, reportQuery))),
    )
    .patch("/api/admin/reports/:id", reportDocs, async (c) => {
      const by = adminAction(c);
      const decision = await parseBody(c, reportDecision);
      return c.json(await decideOnReport(services, by, idOf(c), decision));
    })
    .get("/api/admin/audit", auditDocs, async (c) =>
      c.json(await auditLog(db, parseQuery(c, auditQuery))),
    )
    .get("/api/admin/users", usersDocs, async (c) =>
      c.json(await members(db, parseQuery(c, memberQuery))),
    )
    .get("/api/admin/users-billing", usersBillingDocs, async (c) =>
      c.json(await members(db, parseQuery(c, memberQuery))),
    )
    .patch("/api/admin/users/:id", memberRightsDocs, async (c) => {
      const by = adminAction(c);
      const wanted = await parseBody(c, memberRightsInput);
      if (wanted.role !== undefined) await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await decideOnMember(services, by, idOf(c), wanted));
    })
    .post("/api/admin/users/:id/credits", creditsDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, creditsInput);
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await correctBalance(services, by, idOf(c), input, keyOf(c)));
    })
    .patch("/api/admin/messages/:id", messageDocs, async (c) => {
      const by = adminAction(c);
      const { closed } = await parseBody(c, messageInput);
      await decideOnMessage(services, by, idOf(c), closed);
      return c.body(null, 204);
    });
}
