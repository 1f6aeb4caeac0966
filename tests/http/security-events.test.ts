import { afterAll, beforeAll, expect, test } from "vitest";
import { openLog } from "#app/lib/log.ts";
import { softPasskey } from "../harness/passkey.ts";
import { testServer, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

type Line = Record<string, unknown>;

const origin = "http://localhost:4748";

const written: string[] = [];
let services: Awaited<ReturnType<typeof testServices>>;
let server: TestServer;
beforeAll(async () => {
  const log = openLog("info", {}, { write: (line) => written.push(line) });
  services = await testServices({ log, env: { SERVER_URL: origin } });
  server = await testServer(services, { roles: ["web"] });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

const linesOf = (event: string): Line[] =>
  written.map((line) => JSON.parse(line) as Line).filter((line) => line["event"] === event);
const requestLines = (status: number): Line[] =>
  written
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line["msg"] === "request" && line["status"] === status);

test("a sign-in is logged with its member, a refused one without address or password", async () => {
  const ada = await server.signUp();
  const signIn = (password: string) =>
    server.post("/api/auth/sign-in/email", { email: ada.email, password });
  expect((await signIn(ada.password)).status).toBe(200);
  expect(linesOf("signed-in")).toEqual([
    expect.objectContaining({ level: "info", by: "password", userId: ada.userId }),
  ]);
  expect((await signIn("wrong-lantern-1")).status).toBe(401);
  expect(linesOf("sign-in-refused")).toEqual([
    expect.objectContaining({ level: "warn", by: "password" }),
  ]);
  const all = written.join("");
  for (const secret of [ada.email, ada.password, "wrong-lantern-1"]) {
    expect(all).not.toContain(secret);
  }
});

test("a refused passkey is logged", async () => {
  const passkey = softPasskey({ origin, rpId: "localhost" });
  const response = passkey.get({ challenge: "bm9ib2R5LWdhdmUtdGhpcw" });
  expect((await server.post("/api/passkeys/sign-in", { response })).status).toBe(422);
  expect(linesOf("sign-in-refused")).toContainEqual(
    expect.objectContaining({ level: "warn", by: "passkey" }),
  );
});

test("a password change and a refused request are logged with their member", async () => {
  const bea = await server.signUp("Bea");
  const changed = await bea.fetch("/api/auth/change-password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ currentPassword: bea.password, newPassword: "quiet-harbour-93" }),
  });
  expect(changed.status).toBe(200);
  expect(linesOf("password-changed")).toEqual([
    expect.objectContaining({ level: "info", userId: bea.userId }),
  ]);
  const cid = await server.signUp("Cid");
  expect((await cid.fetch("/api/admin/images")).status).toBe(403);
  await expect
    .poll(() => requestLines(403))
    .toEqual([expect.objectContaining({ userId: cid.userId, method: "GET" })]);
  expect(written.join("")).not.toContain("quiet-harbour-93");
});

test("every access line has time, request id, route, status and a shortened network, and no query", async () => {
  await server.fetch("/api/pictures?q=swordfish-93");
  await expect
    .poll(() => requestLines(200).some((line) => line["route"] === "/api/pictures"))
    .toBe(true);
  const line = requestLines(200).find((one) => one["route"] === "/api/pictures");
  expect(line).toMatchObject({
    time: expect.stringMatching(/Z$/) as string,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    ip: "127.0.0.0/24",
  });
  expect(written.join("")).not.toContain("swordfish-93");
});
