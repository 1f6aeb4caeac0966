import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestMs, usualBodyTime } from "#app/roles/body-time.ts";
import { startServer, type RunningServer } from "#app/roles/server.ts";
import { aMember } from "../harness/factories.ts";
import { aPng } from "../harness/made-picture.ts";
import { patienceMs } from "../harness/patience.ts";
import { cookieOf } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

/** Shorter than in production for all but uploads, which get more time than a busy machine needs. */
const shortMs = { usual: 750, upload: patienceMs };
let services: Awaited<ReturnType<typeof testServices>>;
let server: RunningServer;
beforeAll(async () => {
  services = await testServices();
  server = await startServer(services, {
    roles: ["web", "images"],
    port: 0,
    host: "127.0.0.1",
    pages: null,
    bodyTime: (path) => shortMs[usualBodyTime(path) === requestMs.upload ? "upload" : "usual"],
  });
});
afterAll(async () => {
  await server.close();
  await services.close();
});

async function sessionCookie(): Promise<string> {
  const { email, password } = await aMember(services);
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return cookieOf(answer);
}

type Slow = { status: number; body: string; ms: number };

/** Sends the head, then the body in parts with pauses between. @returns everything received until the end */
async function sendSlowly(head: string[], parts: Uint8Array[], pauseMs: number): Promise<Slow> {
  const began = performance.now();
  const socket = connect(server.port, "127.0.0.1");
  let received = "";
  const over = new Promise<void>((resolve) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
  });
  socket.write(`${head.join("\r\n")}\r\nHost: localhost\r\n\r\n`);
  for (const part of parts) {
    if (received !== "" || socket.closed) break;
    socket.write(part);
    await sleep(pauseMs);
  }
  await over;
  const [, status = "0"] = /^HTTP\/1\.1 (\d+)/.exec(received) ?? [];
  const [, body = ""] = received.split("\r\n\r\n");
  return { status: Number(status), body, ms: performance.now() - began };
}

function cut(bytes: Uint8Array, count: number): Uint8Array[] {
  const size = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

test("the production timeouts are 120 s for uploads and 30 s for all else", () => {
  expect(requestMs.longest).toBe(120_000);
  expect(usualBodyTime("/api/uploads")).toBe(120_000);
  for (const path of ["/api/generate", "/api/profile", "/", "/api/uploads/", "/healthz"]) {
    expect([path, usualBodyTime(path)]).toEqual([path, 30_000]);
  }
});

test("an upload on a slow line is accepted although another request would have timed out", async () => {
  const cookie = await sessionCookie();
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(await aPng())]), "slow.png");
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await request.arrayBuffer());
  const head = [
    "POST /api/uploads HTTP/1.1",
    `Cookie: ${cookie}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    "Connection: close",
  ];
  const answer = await sendSlowly(head, cut(bytes, 10), 150);
  expect(answer.ms).toBeGreaterThan(shortMs.usual);
  expect([answer.status, answer.body]).toEqual([201, expect.stringContaining('"id"')]);
});

test.each([
  ["with a length", "Content-Length: 1000", (part: string) => part],
  [
    "in chunks",
    "Transfer-Encoding: chunked",
    (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`,
  ],
])(
  "any other body %s is 408 after its time, however often bytes come",
  async (_kind, how, wrap) => {
    const head = ["POST /api/auth/sign-in/email HTTP/1.1", "Content-Type: application/json", how];
    const drops = Array.from({ length: 60 }, () => Buffer.from(wrap(" ")));
    const answer = await sendSlowly(head, drops, 50);
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 408, title: "Request Timeout" });
    expect(answer.ms).toBeGreaterThan(shortMs.usual - 50);
    expect(answer.ms).toBeLessThan(shortMs.upload);
  },
);

test("a body that is missing after its response holds the connection no longer than its timeout", async () => {
  const began = performance.now();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  socket.write("POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(performance.now() - began).toBeLessThan(shortMs.upload);
});
