import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guest } from "#app/lib/actor.ts";
import { problem, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { OpenServices } from "#app/open-services.ts";
import { testServices } from "#tests/harness/services.ts";
import { authRoutes } from "./auth.ts";
import { createPace } from "./sign-in-pace.ts";

const attacked = "owner@example.org";
const newcomer = "newcomer@example.org";
/** As many as slow an account's tries down (sign-in-pace.ts). */
const failures = 10;
const tries = 5;

let services: OpenServices;
beforeAll(async () => {
  // One sign-in is worked on at a time.
  services = await testServices({ env: { DATABASE_POOL: "4" } });
});
afterAll(() => services.close());

/** The routes of sign-ins with what reaches them in order: the gate, the count of failures, and the accounts library. */
function watchedRoutes() {
  const seen = {
    /** Addresses that stand before the gate. */
    asked: [] as string[],
    /** Tries on the attacked account that are counted; each then waits for its pace. */
    counted: 0,
    /** What the library was given, with the way to let it answer. */
    entered: [] as { email: string; end: () => void }[],
    isHeld: true,
  };
  const limits: Limits = {
    async take() {},
    async check() {},
    async refund() {},
    async forget() {},
    async used(_name, key) {
      if (key !== attacked) return 0;
      seen.counted += 1;
      return failures;
    },
  };
  const accounts: OpenServices["accounts"] = {
    ...services.accounts,
    knownBrowser(_headers, email) {
      seen.asked.push(email);
      return null;
    },
    async handler(request) {
      const { email } = (await request.json()) as { email: string };
      const ended = Promise.withResolvers<void>();
      seen.entered.push({ email, end: ended.resolve });
      if (seen.isHeld && seen.counted === tries) await ended.promise;
      return Response.json({}, { status: email === newcomer ? 200 : 401 });
    },
  };
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("actor", guest);
      c.set("log", services.log);
      c.set("ip", c.req.header("x-test-ip") ?? "");
      await next();
    })
    .route("/", authRoutes({ ...services, accounts }, limits))
    .onError((error) => problem(error, "request-1"));
  const signIn = async (email: string, ip: string) => {
    const answer = await app.request("/api/auth/sign-in/email", {
      method: "POST",
      body: JSON.stringify({ email, password: "a plain lantern 42" }),
      headers: { "content-type": "application/json", "x-test-ip": ip },
    });
    return answer.status;
  };
  return { seen, signIn };
}

test("a newcomer passes before the slowed tries on an attacked account that came earlier", async () => {
  const { seen, signIn } = watchedRoutes();
  const attack = Array.from({ length: tries }, (_, nth) => signIn(attacked, `10.0.${nth}.7`));
  await expect.poll(() => seen.counted).toBe(tries);
  // The same waits, begun later: when they are over, every try has come to the gate again.
  const slowDown = createPace();
  await Promise.all(attack.map(() => slowDown(attacked, failures)));
  const passed = signIn(newcomer, "10.1.0.7");
  await expect.poll(() => seen.asked).toContain(newcomer);
  const before = seen.entered.length;
  const entered = () => seen.entered.slice(before).map(({ email }) => email);
  while (!entered().includes(newcomer)) {
    const { length } = seen.entered;
    seen.entered.at(-1)?.end();
    await expect.poll(() => seen.entered.length).toBeGreaterThan(length);
  }
  // Every fourth turn is that of the slowed ones.
  expect(entered().length).toBeLessThanOrEqual(2);
  seen.isHeld = false;
  for (const { end } of seen.entered) end();
  expect(await passed).toBe(200);
  expect(await Promise.all(attack)).not.toContain(200);
});
