import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb, openPool } from "#app/db/client.ts";
import { openLog } from "#app/lib/log.ts";
import { startServer } from "#app/roles/server.ts";
import { testServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { pagesForTests } from "./pages-for-tests.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const files = new URL("../../public", import.meta.url).pathname;
const pages = { build: pagesForTests, files };

test("every role alone serves health and readiness, and only its own routes", async () => {
  for (const role of ["web", "images", "worker"] as const) {
    const server = await testServer(services, { roles: [role] });
    const health = await server.fetch("/healthz");
    expect([role, health.status, await health.json()]).toEqual([role, 200, { status: "alive" }]);
    const ready = await server.fetch("/readyz");
    expect([role, ready.status]).toEqual([role, 200]);
    expect(await ready.json()).toEqual({
      status: "ready",
      checks: { database: true, migrations: true, storage: true, disk: true },
    });
    const profile = await server.fetch("/api/profile");
    expect([role, profile.status]).toEqual([role, role === "web" ? 401 : 404]);
    await server.close();
  }
});

test("without the database pages and API are 503 with Retry-After, health 200, readiness 503", async () => {
  // A port where nothing listens.
  const pool = openPool("postgres://nobody@127.0.0.1:1/nothing", 2, openLog("silent"));
  const db = openDb(pool);
  const server = await testServer({ ...services, pool, db }, { roles: ["web"], pages });
  const ada = await signedUp();
  const withCookie = { headers: { cookie: ada.cookie } };
  const page = await server.fetch("/", withCookie);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("5");
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("content-security-policy")).toMatch(/style-src 'self' 'nonce-/);
  const failing = await server.fetch("/broken/1");
  expect(failing.status).toBe(503);
  const api = await server.fetch("/api/profile", withCookie);
  expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await api.json()).toMatchObject({ type: "urn:echoform:problem:unavailable" });
  expect((await server.fetch("/healthz")).status).toBe(200);
  const ready = await server.fetch("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: false, storage: true } });
  await server.close();
  await pool.end();
});

test("a loader's own error is a 500 page that reveals nothing about the cause", async () => {
  const server = await testServer(services, { roles: ["web"], pages });
  const answer = await server.fetch("/broken/1");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("swordfish");
  await server.close();
});

test("unwritable storage makes the server not ready", async () => {
  const storage = { ...services.storage, check: () => Promise.reject(new Error("read-only")) };
  const server = await testServer({ ...services, storage }, { roles: ["web"] });
  const ready = await server.fetch("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({
    status: "not-ready",
    checks: { database: true, migrations: true, storage: false, disk: true },
  });
  await server.close();
});

/** A member with a session, created while the database was available. */
async function signedUp() {
  const server = await testServer(services, { roles: ["web"] });
  const member = await server.signUp();
  await server.close();
  return member;
}

/** An accounts double that responds only when released, to hold a request open. */
function slowAccounts() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let entered = () => {};
  const waiting = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const accounts = {
    ...services.accounts,
    async handler() {
      entered();
      await held;
      return Response.json({ success: true });
    },
  };
  return { accounts, release, waiting };
}

test("shutdown finishes the open request, tells probes that it is draining, then closes", async () => {
  const { accounts, release, waiting } = slowAccounts();
  const server = await testServer({ ...services, accounts }, { roles: ["web"] });
  const open = server.fetch("/api/auth/sign-out", { method: "POST" });
  await waiting;
  const closed = server.close();
  const ready = await server.fetch("/readyz");
  expect([ready.status, ((await ready.json()) as { status: string }).status]).toEqual([
    503,
    "draining",
  ]);
  expect(ready.headers.get("connection")).toBe("close");
  release();
  expect((await open).status).toBe(200);
  const began = performance.now();
  await closed;
  // Sooner than an endless request, which gets 15 s.
  expect(performance.now() - began).toBeLessThan(10_000);
  await expect(server.fetch("/healthz")).rejects.toThrow("fetch failed");
});

test("shutdown ends an event stream with a retry hint", async () => {
  const server = await testServer(services, { roles: ["web"] });
  const ada = await server.signUp();
  const stream = await ada.fetch("/api/notifications/stream");
  expect(stream.status).toBe(200);
  const [text] = await Promise.all([stream.text(), server.close()]);
  expect(text).toMatch(/^retry: \d+$/m);
});

test("idle connections do not delay a shutdown", async () => {
  const server = await testServer(services, { roles: ["web"] });
  const sockets = Array.from({ length: 10 }, () => connect(server.port, "127.0.0.1"));
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))),
  );
  for (const socket of sockets) socket.on("error", () => undefined);
  await server.fetch("/healthz");
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const socket of sockets) socket.destroy();
});

test("a port in use is reported by its code", async () => {
  const server = await testServer(services, { roles: ["web"] });
  for (const host of ["127.0.0.1", "localhost"]) {
    await expect(
      startServer(services, { roles: ["web"], port: server.port, host, pages: null }),
    ).rejects.toMatchObject({ code: "EADDRINUSE" });
  }
  await server.close();
});

test("localhost answers on both loopback addresses", async () => {
  const server = await startServer(services, {
    roles: ["web"],
    port: 0,
    host: "localhost",
    pages: null,
  });
  for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
    const answer = await fetch(`http://${host}:${server.port}/healthz`);
    expect([host, answer.status]).toEqual([host, 200]);
  }
  await server.close();
});
