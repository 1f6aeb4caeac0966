/** Changes of passwords pass the same gate as sign-ins: a few are worked on, a bounded number waits, the rest is refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "#app/services.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** As features/identity/http/entrance.ts has them, for these connections to the database. */
const worked = 2;
const perClient = 25;
/** Changes for which there is no place to wait. */
const beyond = 3;

/** What the accounts library has of these changes: how many at once, and the way to let them end. */
const library = { inside: 0, most: 0, entered: 0 };
const tooMany = Promise.withResolvers<number>();
const gate = Promise.withResolvers<void>();

async function change(): Promise<Response> {
  library.entered += 1;
  library.inside += 1;
  library.most = Math.max(library.most, library.inside);
  if (library.inside > worked) tooMany.resolve(library.inside);
  await gate.promise;
  library.inside -= 1;
  return Response.json({ status: true });
}

let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
let owner: SignedUp;
beforeAll(async () => {
  services = await testServices({ env: { DATABASE_POOL: "8" } });
  const { accounts } = services;
  const handler: Services["accounts"]["handler"] = (request, onRefused) =>
    request.url.endsWith("/change-password") ? change() : accounts.handler(request, onRefused);
  server = await testServer(
    { ...services, accounts: { ...accounts, handler } },
    { roles: ["web"] },
  );
  owner = await server.signUp();
});
afterAll(async () => {
  gate.resolve();
  await server.close();
  await services.close();
});

test("of many changes of a password at once two are worked on, and those beyond the waiting ones get 503", async () => {
  const body = { currentPassword: owner.password, newPassword: "quiet-harbour-93" };
  let refusals = 0;
  const allRefused = Promise.withResolvers<number>();
  const asked = Array.from({ length: worked + perClient + beyond }, async () => {
    const answer = await server.post("/api/auth/change-password", body, { cookie: owner.cookie });
    if (answer.status === 503) refusals += 1;
    if (refusals === beyond) allRefused.resolve(answer.status);
    return answer;
  });
  const first = await Promise.race([allRefused.promise, tooMany.promise]);
  expect(first).toBe(503);
  expect(library).toEqual({ inside: worked, most: worked, entered: worked });
  gate.resolve();
  const answers = await Promise.all(asked);
  const done = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(beyond);
  expect(refused[0].headers.get("retry-after")).toBe("2");
  expect(done).toBe(asked.length - refused.length);
  expect(done).toBeGreaterThanOrEqual(worked);
  expect(library).toEqual({ inside: 0, most: worked, entered: done });
});
