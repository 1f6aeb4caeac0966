import { Hono } from "hono";
import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { described } from "#app/lib/describe.ts";
import { parseBody, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { createFirstAdmin } from "../commands/first-admin.ts";
import { firstAdminInput } from "../inputs/sign-up.ts";
import { signedIn } from "./factor-docs.ts";
import { openSession } from "./finish-sign-in.ts";

const docs = described({
  tag: "accounts",
  summary: "Makes the first admin with the one-time link that `npm start` prints",
  body: { schema: firstAdminInput },
  answers: signedIn,
  refuses: [400, 409, 422],
});

/**
 * Makes the first admin in the browser.
 * @param onMade writes what else belongs to a new member, in the same transaction
 */
export function firstAdminRoutes(
  services: Pick<Services, "accounts" | "db" | "env">,
  limits: Limits,
  onMade: (tx: Transaction<Database>, userId: string) => Promise<void>,
) {
  return new Hono<AppEnv>().post("/api/first-admin", docs, async (c) => {
    const given = await parseBody(c, firstAdminInput);
    // Malformed input does not count.
    await limits.take("password-change", limitKey(c.get("ip")));
    const userId = await createFirstAdmin(services, given, onMade);
    c.get("log").info({ event: "first-admin", userId }, "the first admin was made");
    return c.json(await openSession(services, c, userId));
  });
}
