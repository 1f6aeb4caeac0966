import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";

let server: TestServer;
let ada: SignedUp;
beforeAll(async () => {
  server = await testServer(undefined, { roles: ["web"] });
  ada = await server.signUp();
});
afterAll(() => server.close());

/**
 * Sends a request like a client that writes its whole body over a slow line before it reads; then requests /healthz on
 * the same connection.
 * @returns the statuses of both responses; one less if the connection broke
 */
async function sentSlowly(head: string[], parts: readonly (string | Buffer)[]): Promise<number[]> {
  const socket = connect(server.port, "127.0.0.1").setNoDelay(true);
  let received = "";
  const over = new Promise<void>((resolve) => {
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
  });
  socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
  socket.write(`${head.join("\r\n")}\r\nHost: localhost\r\nCookie: ${ada.cookie}\r\n\r\n`);
  for (const part of parts) {
    socket.write(part);
    await sleep(100);
  }
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await over;
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

const part = Buffer.alloc(2_000, "x");
const slowly = Array.from({ length: 10 }, () => part);
const chunked = [
  ...slowly.flatMap((each) => [`${each.length.toString(16)}\r\n`, each, "\r\n"]),
  "0\r\n\r\n",
];
const multipart = "Content-Type: multipart/form-data; boundary=x";
const whole = "Content-Length: 20000";

test.each([
  ["a report of the policy as a form", ["POST /api/csp-report HTTP/1.1", multipart, whole], 413],
  ["a message as a form", ["POST /api/contact HTTP/1.1", multipart, whole], 415],
  [
    "a change of somebody's picture as a form",
    ["PATCH /api/picture/x HTTP/1.1", multipart, whole],
    415,
  ],
  [
    "an upload as JSON",
    ["POST /api/uploads HTTP/1.1", "Content-Type: application/json", whole],
    415,
  ],
  ["a body for nothing", ["POST /api/nope HTTP/1.1", "Content-Type: application/json", whole], 404],
  [
    "a body from another site",
    ["POST /api/contact HTTP/1.1", "Origin: https://evil.example", whole],
    403,
  ],
])(
  "%s is answered though its body comes slowly, and the connection goes on",
  async (_what, head, status) => {
    expect(await sentSlowly(head, slowly)).toEqual([status, 200]);
  },
);

test("a body without a length that grows too long is answered, and the connection is kept", async () => {
  const head = ["POST /api/csp-report HTTP/1.1", "Content-Type: application/csp-report"];
  expect(await sentSlowly([...head, "Transfer-Encoding: chunked"], chunked)).toEqual([413, 200]);
});

test("discarding a body has a limit: a sender who continues is disconnected", async () => {
  const socket = connect(server.port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("close", resolve).on("error", resolve));
  socket.resume();
  const length = 640 * 1024 * 1024;
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: localhost\r\n${multipart}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const block = Buffer.alloc(1024 * 1024);
  for (let sent = 0; sent < length && !socket.destroyed; sent += block.length) {
    if (!socket.write(block))
      await Promise.race([closed, new Promise((go) => socket.once("drain", go))]);
  }
  socket.end();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(length);
});

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((each) => (typeof each === "string" ? Buffer.from(each) : Buffer.from(each))),
  );

test.each([
  ["bytes that are no UTF-8", bytes('{"name":"', [0xff, 0xfe], '"}')],
  ["half a character at the end", bytes('{"name":"', [0xf0, 0x9f, 0x98], '"}')],
  ["a surrogate in its bytes", bytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ["an overlong slash", bytes('{"name":"', [0xc0, 0xaf], '"}')],
  ["UTF-16", Buffer.from('\ufeff{"name":"A lake"}', "utf16le")],
])("a body of %s is refused with a message, and changes nothing", async (_what, body) => {
  // With a length and in chunks.
  for (const sent of [body, new Blob([body]).stream()]) {
    const init = {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: sent,
      duplex: "half",
    };
    const answer = await ada.fetch("/api/profile", init);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail: "The body is not valid UTF-8" });
  }
  const profile = (await (await ada.fetch("/api/profile")).json()) as { name: string };
  expect(profile.name).toBe(ada.name);
});
