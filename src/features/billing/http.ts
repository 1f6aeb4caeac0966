import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { balanceOf, planOf } from "./queries.ts";

const balanceDocs = described({
  tag: "billing",
  summary: "The member's credits and plan",
  session: true,
  answers: {
    200: {
      description: "Credits to spend, credits held for casts that are not over, and the plan",
      schema: z.object({
        current: z.int(),
        held: z.int(),
        plan: z.string(),
        renewalDate: z.iso.datetime().nullable(),
      }),
    },
  },
});

/** GET /api/billing/balance: `{current, held, plan, renewalDate}`; 401 when signed out. */
export function billingRoutes(services: Pick<Services, "db">) {
  return new Hono<AppEnv>().get("/api/billing/balance", balanceDocs, async (c) => {
    const { userId } = requireMember(c);
    const [balance, plan] = await Promise.all([
      balanceOf(services.db, userId),
      planOf(services.db, userId),
    ]);
    return c.json({ ...balance, ...plan }, 200, { "cache-control": "no-store" });
  });
}
