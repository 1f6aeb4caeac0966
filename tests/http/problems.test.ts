import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../harness/raw-http.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";

let server: TestServer;
let ada: SignedUp;
beforeAll(async () => {
  server = await testServer();
  ada = await server.signUp();
});
afterAll(() => server.close());

type Problem = { type: string; title: string; status: number; requestId: string; detail?: string };

async function problemOf(answer: Response): Promise<Problem> {
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(text).not.toMatch(/node_modules|\.ts:|at .*\(|select |stack/i);
  const problem = JSON.parse(text) as Problem;
  expect(problem.requestId).toBe(answer.headers.get("x-request-id"));
  expect(problem.status).toBe(answer.status);
  return problem;
}

test("ER-02 an unknown address of the API is a 404 problem with a request id", async () => {
  const answer = await server.fetch("/api/nope");
  expect(answer.status).toBe(404);
  expect(await problemOf(answer)).toEqual({
    type: "urn:echoform:problem:not-found",
    title: "Not found",
    status: 404,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("ER-02 an API error is a problem document, whatever the Accept header", async () => {
  const answer = await server.fetch("/api/nope", { headers: { accept: "text/html" } });
  expect(answer.status).toBe(404);
  await problemOf(answer);
});

test("ER-02 a known path with another method is 405 and lists the allowed ones", async () => {
  const answer = await server.fetch("/api/profile", { method: "DELETE" });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, PATCH");
  await problemOf(answer);
});

test("ER-02 a request without a session is 401", async () => {
  const answer = await server.fetch("/api/profile");
  expect(answer.status).toBe(401);
  expect((await problemOf(answer)).type).toBe("urn:echoform:problem:unauthenticated");
});

const send = (body: string, type = "application/json") =>
  ada.fetch("/api/profile", { method: "PATCH", headers: { "content-type": type }, body });

test.each([["{"], [""], ["nonsense"], ['{"name":'], ["[1,2"]])(
  "ER-02 the malformed body %j is 400",
  async (body) => {
    const answer = await send(body);
    // An empty body has no type to reject: it is not JSON either way.
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).detail).toBe("The body is not valid JSON");
  },
);

test.each([["[]"], ["null"], ["7"], ['"text"'], ['{"bio":{"a":1}}']])(
  "ER-02 the body %j of the wrong shape is 400 and not repeated",
  async (body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    await problemOf(answer);
  },
);

test("ER-02 a refusal never repeats what was sent", async () => {
  const secret = "hunter2-should-not-come-back";
  const answer = await send(JSON.stringify({ bio: 5, [`<${secret}>`]: secret, website: secret }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).not.toContain(secret);
});

test.each(["text/xml", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
  "a body of type %s is 415",
  async (type) => {
    const answer = await send("<a/>", type);
    expect(answer.status).toBe(415);
    await problemOf(answer);
  },
);

test.each([
  "/api/auth/sign-in/email",
  "/api/auth/sign-up/email",
  "/api/auth/sign-out",
  "/api/profile",
])("a body of 24 MB to %s is 413 before it is sent", async (path) => {
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    `Content-Length: ${24 * 1024 * 1024}`,
  ].join("\r\n");
  // Only the first few bytes of the body are ever sent: a server that waits for the rest never responds.
  const answer = await rawRequest(server.port, `${head}\r\n\r\n{"email":"`);
  expect(answer.status).toBe(413);
  // The server's own timeout for a body is 30 s and has another status.
  expect(answer.ms).toBeLessThan(20_000);
  expect(JSON.parse(answer.body)).toMatchObject({ status: 413 });
});

test("a chunked body is counted while it comes in and refused past 1 MB", async () => {
  const chunk = `${(100_000).toString(16)}\r\n${" ".repeat(100_000)}\r\n`;
  const head = [
    "PATCH /api/profile HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    `Cookie: ${ada.cookie}`,
  ].join("\r\n");
  // Eleven chunks, without the final one.
  const answer = await rawRequest(server.port, `${head}\r\n\r\n${chunk.repeat(11)}`);
  expect(answer.status).toBe(413);
});

test("a header block of 20 kB is 431", async () => {
  const answer = await rawRequest(
    server.port,
    `GET /api/profile HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
  );
  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toMatchObject({ status: 431, requestId: expect.any(String) });
});

test.each([
  ["Content-Length with Transfer-Encoding", "Content-Length: 2\r\nTransfer-Encoding: chunked"],
  ["two lengths", "Content-Length: 2\r\nContent-Length: 3"],
  ["a negative length", "Content-Length: -1"],
])("%s is 400 and the connection is closed", async (_kind, lines) => {
  const answer = await rawRequest(
    server.port,
    `POST /api/profile HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${lines}\r\n\r\n{}`,
  );
  expect(answer.status).toBe(400);
  expect(answer.head).toMatch(/connection: close/i);
});

test.each([
  "/api/picture/%E0%A4%A",
  "/api/picture/%",
  "/api/%00",
  "/%ff",
  "/i/%c0%ae%c0%ae/x",
  "/a\\b",
  "http://evil.example/api/profile",
  "*",
])("the malformed request target %s is 400", async (target) => {
  const answer = await rawRequest(server.port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ status: 400, requestId: expect.any(String) });
});

test("an invalid Host header is 400", async () => {
  const answer = await rawRequest(server.port, "GET /api/nope HTTP/1.1\r\nHost: a b/@c\r\n\r\n");
  expect(answer.status).toBe(400);
});

test("paths with a file extension below an API path are 404 and not cached", async () => {
  for (const path of ["/api/billing/balance/x.jpg", "/dashboard/x.css"]) {
    const answer = await ada.fetch(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("the API description lists its paths and needs no session", async () => {
  const answer = await server.fetch("/api/openapi.json");
  expect(answer.status).toBe(200);
  const document = (await answer.json()) as { openapi: string; paths: Record<string, object> };
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths["/api/profile"] ?? {})).toEqual(["get", "patch"]);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      "/api/auth/sign-up/email",
      "/api/billing/balance",
      "/api/generate",
      "/api/notifications/stream",
      "/api/picture/{id}",
      "/api/picture/by-filename/{filename}",
    ]),
  );
});

test("a report on the content security policy is accepted without a session", async () => {
  const answer = await server.fetch("/api/csp-report", {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify({ "csp-report": { "effective-directive": "script-src-elem" } }),
  });
  expect(answer.status).toBe(204);
});
