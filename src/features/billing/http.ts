import { Hono } from "hono";
import { requireMember, type AppEnv } from "../../lib/http.ts";
import type { Services } from "../../services.ts";
import { balanceOf, planOf } from "./queries.ts";

/** GET /api/billing/balance: `{current, held, plan, renewalDate}`; 401 when signed out. */
export function billingRoutes(services: Pick<Services, "db">): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/api/billing/balance", async (c) => {
    const { userId } = requireMember(c);
    const [balance, plan] = await Promise.all([
      balanceOf(services.db, userId),
      planOf(services.db, userId),
    ]);
    return c.json({ ...balance, ...plan }, 200, { "cache-control": "no-store" });
  });
}
