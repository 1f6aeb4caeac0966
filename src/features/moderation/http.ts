import { Hono, type Context } from "hono";
import { t } from "#app/language/message.ts";
import type { Audited } from "#app/lib/audit.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import {
  adminAction,
  parseBody,
  parseQuery,
  requireAdmin,
  requireMember,
  type AppEnv,
} from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import {
  answerAppeal,
  appeal,
  closeOwnAccount,
  liftSanction,
  reviewPicture,
  sanctionMember,
} from "./commands.ts";
import {
  answerDocs,
  appealDocs,
  appealsDocs,
  closeDocs,
  decisionDocs,
  liftDocs,
  reviewDocs,
  reviewQueueDocs,
  sanctionDocs,
  sanctionsDocs,
} from "./http/docs.ts";
import {
  answerInput,
  appealInput,
  appealQuery,
  closeInput,
  liftInput,
  reviewInput,
  reviewQuery,
  sanctionInput,
} from "./inputs.ts";
import { appealQueue, decisionByKey, reviewQueue, sanctionsOf, strikesOf } from "./queries.ts";

function idOf(c: Context<AppEnv>): string {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw fieldError("id", "uuid", t`This is not a valid id`);
  return id;
}

function keyOf(c: Context<AppEnv>): string {
  const key = c.req.param("key") ?? "";
  if (!isUuid(key)) throw new AppError("not-found");
  return key;
}

/**
 * Decisions about members and their appeals: below /api/admin for admins, `GET` and `POST /api/appeals/{key}` for
 * whoever has the key of a decision, `POST /api/account/close` for the member.
 * @param audited writes the audit entries
 */
export function moderationRoutes(services: Services, limits: Limits, audited: Audited) {
  const { db } = services;
  return new Hono<AppEnv>()
    .get("/api/admin/members/:id/sanctions", sanctionsDocs, async (c) => {
      requireAdmin(c);
      const id = idOf(c);
      const [items, strikes] = await Promise.all([sanctionsOf(db, id), strikesOf(db, id)]);
      return c.json({ items, strikes });
    })
    .post("/api/admin/members/:id/sanctions", sanctionDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, sanctionInput);
      const made = await sanctionMember(services, { ...by, audited }, idOf(c), input);
      return c.json({ ids: made.map(({ id }) => id) }, 201);
    })
    .post("/api/admin/sanctions/:id/lift", liftDocs, async (c) => {
      const by = adminAction(c);
      const { note } = await parseBody(c, liftInput);
      await liftSanction(services, { ...by, audited }, idOf(c), note);
      return c.body(null, 204);
    })
    .get("/api/admin/review", reviewQueueDocs, async (c) => {
      requireAdmin(c);
      return c.json(await reviewQueue(db, parseQuery(c, reviewQuery)));
    })
    .post("/api/admin/review/:id", reviewDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, reviewInput);
      return c.json(await reviewPicture(services, { ...by, audited }, idOf(c), input));
    })
    .get("/api/admin/appeals", appealsDocs, async (c) => {
      requireAdmin(c);
      return c.json(await appealQueue(db, parseQuery(c, appealQuery)));
    })
    .post("/api/admin/appeals/:id/answer", answerDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, answerInput);
      await answerAppeal(services, { ...by, audited }, idOf(c), input);
      return c.body(null, 204);
    })
    .get("/api/appeals/:key", decisionDocs, async (c) => {
      const found = await decisionByKey(db, keyOf(c));
      if (found === null) throw new AppError("not-found");
      return c.json(found, 200, { "cache-control": "private, no-store" });
    })
    .post("/api/appeals/:key", appealDocs, async (c) => {
      const { body } = await parseBody(c, appealInput);
      await limits.take("appeal", limitKey(c.get("ip")));
      return c.json(await appeal(services, keyOf(c), body), 201);
    })
    .post("/api/account/close", closeDocs, async (c) => {
      const actor = requireMember(c);
      const { username } = await parseBody(c, closeInput);
      await limits.take("password-change", actor.userId);
      const by = { audited, requestId: c.get("requestId") };
      await closeOwnAccount(services, actor, username, by);
      return c.body(null, 204);
    });
}
