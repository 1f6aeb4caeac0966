import { afterAll, beforeAll, expect, test } from "vitest";
import { quickEngine } from "../harness/quick-engine.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";

let services: OpenServices;
let server: TestServer;
let asked = 0;
beforeAll(async () => {
  const quick = quickEngine();
  const counted = {
    ...quick,
    health: () => {
      asked += 1;
      return quick.health(new AbortController().signal);
    },
  };
  const away = {
    ...quickEngine(),
    id: "away",
    capabilities: () => Promise.reject(new Error("connection refused")),
    health: () => new Promise<never>(() => undefined),
  };
  services = await testServices({
    engines: new Map([counted, away].map((engine) => [engine.id, engine])),
  });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
});

test("ST-07 members get every engine in order, also one that does not respond", async () => {
  const member = await server.signUp();
  const answer = await member.fetch("/api/engines");
  expect(answer.status).toBe(200);
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
  expect(items).toMatchObject([
    { id: "quick", label: "Quick", health: "up", can: { neural: false, seed: true } },
    { id: "away", label: "away", health: "down", can: null },
  ]);
  // System Pulse checks too, every half minute; a second list makes no request.
  const askedBefore = asked;
  await member.fetch("/api/engines");
  expect(asked).toBe(askedBefore);
});

test("ST-07 guests do not get the list", async () => {
  expect((await server.fetch("/api/engines")).status).toBe(401);
});
