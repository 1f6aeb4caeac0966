import { createServer } from "node:net";
import { expect, test } from "vitest";
import { openRemote } from "./call.ts";

const never = new AbortController().signal;
const signals = { cancelled: never, deadline: never };

function remoteOf(baseUrl: string) {
  const id = "openai:test";
  return openRemote({
    id,
    label: id,
    baseUrl,
    headers: {},
    models: [],
    deadlineMs: 1,
    concurrency: 1,
  });
}

test.each([
  "https://127.0.0.1",
  "https://127.1",
  "https://2130706433",
  "https://0x7f000001",
  "https://0.0.0.0",
  "https://10.0.0.1",
  "https://192.168.1.1",
  "https://169.254.169.254",
  "https://100.64.0.1",
  "https://[::1]",
  "https://[::]",
  "https://[::ffff:127.0.0.1]",
  "https://[::ffff:a00:1]",
  "https://[64:ff9b::7f00:1]",
  "https://[fe80::1]",
  "https://[fd00::1]",
  "https://localhost",
])("no connection is made to a result address at %s", async (origin) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const remote = remoteOf("http://images.example.org");
  const error: unknown = await remote
    .download(`${origin}:${port}/picture.png`, signals, 1000)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "EngineError",
    kind: "bad-response",
    providerCode: "EADDRNOTPUBLIC",
  });
  expect(connections).toBe(0);
  await remote.close();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

test.each([
  "http://images.example.net/a.png",
  "ftp://127.0.0.1/a",
  "file:///etc/passwd",
  "https://",
  "\0",
])("an address like %j is refused before a connection is made", async (address) => {
  const remote = remoteOf("http://127.0.0.1:9");
  const error: unknown = await remote
    .download(address, signals, 1000)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "EngineError",
    kind: expect.stringMatching(/bad-response|provider-down/),
  });
  await remote.close();
});
