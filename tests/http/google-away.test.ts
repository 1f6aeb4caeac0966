import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { googleProvider } from "../harness/google.ts";
import { testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

test("an unreachable provider is a 503, and is tried again on the next attempt", async () => {
  const google = await googleProvider();
  const described = await (await fetch(google.settings.GOOGLE_DISCOVERY_URL ?? "")).text();
  let isAway = true;
  const discovery = createServer((_req, res) => {
    res.writeHead(isAway ? 503 : 200, { "content-type": "application/json" });
    res.end(isAway ? "{}" : described);
  });
  await new Promise<void>((resolve) => discovery.listen(0, "127.0.0.1", () => resolve()));
  const { port } = discovery.address() as AddressInfo;
  const own = await testServices({
    env: { ...google.settings, GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${port}/` },
  });
  const lonely = await testServer(own, { roles: ["web"] });
  const begin = () => lonely.post("/api/auth/sign-in/oauth2", { providerId: "google" });
  const refused = await begin();
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(await refused.json()).toMatchObject({ detail: "Failed to sign in with Google" });
  expect((await lonely.signUp()).userId).not.toBe("");
  isAway = false;
  expect((await begin()).status).toBe(200);
  await lonely.close();
  await own.close();
  discovery.close();
  await google.close();
});
