import { Hono } from "hono";
import { z } from "zod";
import type { Audited } from "#app/lib/audit.ts";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
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
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { makeGrantCode, redeemGrantCode, revokeGrantCode } from "../commands/grant-codes.ts";
import { grantCodeChange, grantCodeQuery, newGrantCode, redeemInput } from "../inputs.ts";
import { grantCodes, grantCodeStates, type GrantCode } from "../queries/grant-codes.ts";

const noStore = { "cache-control": "no-store" };
const admin = { tag: "admin", session: true } as const;

const shape = {
  id: z.uuid(),
  ending: z.string().describe("The last four characters"),
  credits: z.int(),
  uses: z.int(),
  maxUses: z.int(),
  reason: z.string(),
  state: z.enum(grantCodeStates),
  expiresAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
};
const grantCode: z.ZodType<GrantCode> = z.object(shape);

const redeemDocs = described({
  tag: "billing",
  summary: "Redeems a grant code, once per member",
  session: true,
  body: { schema: redeemInput },
  answers: {
    200: {
      description: "The credits of the code, and the balance with them",
      schema: z.object({ credits: z.int(), current: z.int() }),
    },
  },
  refuses: [400, 404, 409],
});
const listDocs = described({
  ...admin,
  summary: "Grant codes, newest first, without the codes themselves",
  query: grantCodeQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(grantCode), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});
const makeDocs = described({
  ...admin,
  summary: "Makes a grant code",
  body: { schema: newGrantCode },
  answers: {
    201: {
      description: "The grant code, with the code itself this once",
      schema: z.object({ ...shape, code: z.string() }),
    },
  },
  refuses: [400, 403],
});
const changeDocs = described({
  ...admin,
  summary: "Revokes a grant code, or makes it valid again",
  path: { id: "Id of the grant code" },
  body: { schema: grantCodeChange },
  answers: { 200: { description: "The grant code as it is now", schema: grantCode } },
  refuses: [400, 403, 404],
});

/**
 * `POST /api/billing/redeem`; for admins `GET` and `POST /api/admin/grant-codes`, `PATCH /api/admin/grant-codes/{id}`.
 * @param audited writes the audit entries
 */
export function grantCodeRoutes(
  services: Pick<Services, "accounts" | "db">,
  limits: Limits,
  audited: Audited,
) {
  return new Hono<AppEnv>()
    .post("/api/billing/redeem", redeemDocs, async (c) => {
      const { userId } = requireMember(c);
      const { code } = await parseBody(c, redeemInput);
      // Only refused codes count: whoever has many good ones may redeem them all.
      await limits.take("grant-code", userId);
      const given = await redeemGrantCode(services, userId, code);
      await limits.refund("grant-code", userId);
      return c.json(given, 200, noStore);
    })
    .get("/api/admin/grant-codes", listDocs, async (c) => {
      requireAdmin(c);
      return c.json(await grantCodes(services.db, parseQuery(c, grantCodeQuery)), 200, noStore);
    })
    .post("/api/admin/grant-codes", makeDocs, async (c) => {
      const by = adminAction(c);
      const wanted = await parseBody(c, newGrantCode);
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await makeGrantCode(services, wanted, { ...by, audited }), 201, noStore);
    })
    .patch("/api/admin/grant-codes/:id", changeDocs, async (c) => {
      const by = adminAction(c);
      const { revoked } = await parseBody(c, grantCodeChange);
      // A code that is good again gives credits.
      if (!revoked) await requireFreshFactor(services, c.req.raw.headers);
      const id = c.req.param("id");
      if (!isUuid(id)) throw new AppError("not-found");
      return c.json(await revokeGrantCode(services, id, revoked, { ...by, audited }), 200, noStore);
    });
}
