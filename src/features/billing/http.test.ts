import { Hono } from "hono";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/harness/database.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import { openAccount } from "./commands.ts";
import { billingRoutes } from "./http.ts";

function appFor(services: Parameters<typeof billingRoutes>[0], actor: Actor) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      await next();
    })
    .route("/", billingRoutes(services))
    .onError((error) => problem(error, "request-1"));
}

test("CR-01 the balance is 401 for a guest and current, held and plan for a member", async () => {
  const base = await testDatabase();
  const refused = await appFor(base, guest).request("/api/billing/balance");
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ status: 401, requestId: "request-1" });

  const userId = uuidv7();
  await base.db
    .insertInto("users")
    .values({ id: userId, email: "a@example.org", name: "A", username: "aaa" })
    .execute();
  await openAccount(base.db, userId);
  const answer = await appFor(base, { role: "member", userId }).request("/api/billing/balance");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ current: 5, held: 0, plan: "Free", renewalDate: null });
});
