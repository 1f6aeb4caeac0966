import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { adminAction, parseBody, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { requireFreshFactor } from "#app/features/identity/queries.ts";
import { correctBalances, decideOnMembers } from "../commands.ts";
import { keyOf } from "../http.ts";
import { bulkCreditsInput, bulkMembersInput } from "../inputs.ts";

const admin = { tag: "admin", session: true } as const;

const membersDocs = described({
  ...admin,
  summary: "Gives members the badge of a verified creator or takes it away, all or none",
  body: { schema: bulkMembersInput },
  answers: { 200: { description: "How many changed", schema: z.object({ changed: z.int() }) } },
  refuses: [400, 403, 404],
});

const creditsDocs = described({
  ...admin,
  summary: "Corrects the balances of several members, all or none",
  headers: [
    {
      name: "Idempotency-Key",
      description:
        "One for each correction; with other members, another amount or another reason it answers 409",
      required: true,
      schema: z.string().min(8).max(255),
    },
  ],
  body: { schema: bulkCreditsInput },
  answers: {
    200: {
      description: "Credits really moved, of all of them together",
      schema: z.object({ members: z.int(), moved: z.int() }),
    },
  },
  refuses: [400, 403, 404, 409],
});

/** Admin actions on several members at once. */
export function bulkRoutes(services: Services) {
  return new Hono<AppEnv>()
    .post("/api/admin/users/bulk", membersDocs, async (c) => {
      const by = adminAction(c);
      return c.json(await decideOnMembers(services, by, await parseBody(c, bulkMembersInput)));
    })
    .post("/api/admin/users/credits", creditsDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, bulkCreditsInput);
      await requireFreshFactor(services, c.req.raw.headers);
      return c.json(await correctBalances(services, by, input, keyOf(c)));
    });
}
