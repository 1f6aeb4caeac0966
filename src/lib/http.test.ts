import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "./actor.ts";
import { AppError } from "./errors.ts";
import { parseQuery, problem, requireAdmin, requireMember, type AppEnv } from "./http.ts";

function appFor(actor: Actor) {
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", actor);
      await next();
    })
    .get("/member", (c) => c.json(requireMember(c)))
    .get("/admin", (c) => c.json(requireAdmin(c)))
    .get("/query", (c) =>
      c.json(parseQuery(c, z.strictObject({ limit: z.coerce.number().max(9) }))),
    )
    .onError((error) => problem(error, "request-1"));
}

const guest: Actor = { role: "guest", userId: null };
const member: Actor = { role: "member", userId: "m" };
const user: Actor = { role: "user", userId: "u" };
const admin: Actor = { role: "admin", userId: "a" };

test.each([
  ["guest", guest, 401, 401],
  ["member", member, 200, 403],
  ["user", user, 200, 403],
  ["admin", admin, 200, 200],
] as const)(
  "AU-14 a %s where members and where admins go",
  async (_name, actor, asMember, asAdmin) => {
    expect((await appFor(actor).request("/member")).status).toBe(asMember);
    expect((await appFor(actor).request("/admin")).status).toBe(asAdmin);
  },
);

test.each([
  ["?limit=5", 200],
  ["?limit=5&limit=50", 200],
  ["?limit=10", 400],
  ["?limit=ten", 400],
  ["?limit=5&extra=1", 400],
  ["", 400],
])("the query %j is %i", async (query, status) => {
  expect((await appFor(guest).request(`/query${query}`)).status).toBe(status);
});

test("ER-02 an unexpected error reveals nothing", async () => {
  const answer = problem(new Error("password swordfish at /srv/app.ts:3"), "request-1");
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    type: "urn:echoform:problem:internal",
    title: "Something went wrong on our side",
    status: 500,
    requestId: "request-1",
  });
});

test("ER-02 too few credits carry their figures", async () => {
  const extra = { available: 2, required: 3, shortfall: 1, status: "blocked" };
  const answer = problem(new AppError("insufficient-credits", { extra }), "request-1");
  expect(answer.status).toBe(402);
  expect(await answer.json()).toMatchObject(extra);
});

test("ER-02 a rate limit says when to retry, in whole seconds", () => {
  const extra = { policy: "sign-in", quota: 25, window: 300 };
  const answer = problem(new AppError("rate-limited", { retryAfterSeconds: 0.2, extra }), "r");
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("ratelimit-policy")).toBe('"sign-in";q=25;w=300');
});
