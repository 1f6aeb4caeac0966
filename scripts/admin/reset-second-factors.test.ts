import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "#tests/harness/admin-command.ts";
import { softPasskey } from "#tests/harness/passkey.ts";
import { firstStep, postAs, turnOnFactor } from "#tests/harness/second-factor.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { command as check } from "./check.ts";
import { command } from "./reset-second-factors.ts";

const origin = "http://localhost:4747";
let services: OpenServices;
let server: TestServer;
beforeAll(async () => {
  services = await testServices({ env: { SERVER_URL: origin } });
  server = await testServer(services);
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const isMember = async (cookie: string) =>
  (await server.fetch("/api/profile", { headers: { cookie } })).status === 200;

test("the operator removes the second factors of a member, which is in the audit log", async () => {
  const member = await turnOnFactor(server, await server.signUp());
  const { cookie, email, password, userId } = member;
  const asked = await postAs(server, cookie, "/api/passkeys/options", { password });
  const passkey = softPasskey({ origin, rpId: "localhost" });
  const response = passkey.create((await asked.json()) as { challenge: string });
  await postAs(server, cookie, "/api/passkeys", { name: "Laptop", response });
  expect(await isMember(await firstStep(server, member))).toBe(false);
  const { status, output } = await runCommand(command, services, { email });
  expect([status, output]).toEqual([
    0,
    `${email} has no second factor any more and is signed out everywhere`,
  ]);
  expect(await isMember(cookie)).toBe(false);
  expect(await isMember(await firstStep(server, member))).toBe(true);
  const rows = () =>
    services.db
      .selectFrom("admin_audit")
      .select(["action", "before", "after", "request_id"])
      .where("target_id", "=", userId)
      .execute();
  const entry = {
    action: "member.second-factors",
    before: { twoFactor: true, passkeys: 1 },
    after: { twoFactor: false, passkeys: 0 },
    request_id: "operator",
  };
  expect(await rows()).toEqual([entry]);
  const again = await runCommand(command, services, { email });
  expect(again.output).toBe(`${email} has no second factor`);
  expect(await rows()).toEqual([entry]);
  await expect(runCommand(command, services, { email: "x@example.org" })).rejects.toMatchObject({
    code: "not-found",
  });
});

test("check names members whose app was set up under another AUTH_SECRET", async () => {
  const { userId } = await turnOnFactor(server, await server.signUp());
  expect((await runCommand(check, services, {})).output).toBe("all invariants hold");
  const { DATABASE_URL: databaseUrl = "", DATA_DIR: dataDir } = services.env;
  const env = { AUTH_SECRET: "violet-river-lantern-orchid-harbour-93" };
  const restored = await testServices({ env, databaseUrl, dataDir });
  const { status, output } = await runCommand(check, restored, {});
  expect(status).toBe(1);
  expect(output).toContain("unreadable_second_factors: 1 broken");
  expect(output).toContain(userId);
  await restored.close();
});
