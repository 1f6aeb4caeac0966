import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readingTimes } from "#app/roles/connections.ts";
import { startServer, type RunningServer } from "#app/roles/server.ts";
import { originalKey } from "#app/rules/picture-files.ts";
import { aMember, aPicture } from "../harness/factories.ts";
import { testServices } from "../harness/services.ts";

/** A sixth of the production timeout, long enough that a slow client on a busy machine does not seem stopped. */
const stalledMs = readingTimes.stalledMs / 6;
let services: Awaited<ReturnType<typeof testServices>>;
let server: RunningServer;
let address: string;
const open: Socket[] = [];
beforeAll(async () => {
  services = await testServices();
  server = await start({ stalledMs, leastBytes: 1 });
  const sha256 = "cd".repeat(32);
  const owner = await aMember(services);
  const { slug } = await aPicture(services, owner, { sha256, storage_key: originalKey(sha256) });
  await services.storage.put(originalKey(sha256), randomBytes(15 * 1024 ** 2));
  address = `/${slug}.jpg`;
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.close();
  await services.close();
});

function start(connections: object): Promise<RunningServer> {
  return startServer(services, {
    roles: ["web", "images"],
    port: 0,
    host: "127.0.0.1",
    pages: null,
    connections,
  });
}

function dial(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  open.push(socket);
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.once("connect", () => resolve(socket)));
}

async function stalledOnes(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  return Number(/^echoform_connections_stalled_total (\d+)$/m.exec(text)?.[1]);
}

const isClosed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", resolve));

test("with the production limits a 4 kB/s client can read everything", () => {
  expect((readingTimes.leastBytes / readingTimes.stalledMs) * 1000).toBeLessThan(4_500);
  expect(readingTimes.stalledMs).toBe(60_000);
});

test("a client that stops reading is disconnected, a slow one is not", async () => {
  const idle = await dial(server.port);
  idle.pause();
  const gone = isClosed(idle);
  idle.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const asked = get(`http://127.0.0.1:${server.port}${address}`);
  const [steady] = (await once(asked, "response")) as [IncomingMessage];
  let read = 0;
  // 32 kB now and then, until the other client is disconnected: the whole picture would take 48 s.
  while ((await stalledOnes()) === 0) {
    expect(steady.readableEnded || steady.destroyed).toBe(false);
    const piece = steady.read(32 * 1024) as Buffer | null;
    read += piece?.length ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for await (const piece of steady) read += (piece as Buffer).length;
  expect(read).toBe(15 * 1024 ** 2);
  expect(await stalledOnes()).toBe(1);
  // The contents of the operating system's buffers arrive before the end.
  let rest = 0;
  idle.on("data", (piece: Buffer) => (rest += piece.length)).resume();
  await gone;
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(15 * 1024 ** 2);
});

test("connections beyond the global limit are refused until others end", async () => {
  const small = await start({ total: 3 });
  const three = await Promise.all([1, 2, 3].map(() => dial(small.port)));
  // A server that has answered one connection has accepted those before it.
  three[0]?.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await new Promise((resolve) => three[0]?.once("data", resolve));
  await isClosed(await dial(small.port));
  three[1]?.destroy();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${small.port}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    )
    .toBe(200);
  await small.close();
});

test("connections are limited per client, except those of this machine and of a proxy", async () => {
  const ask = async (port: number, count: number) => {
    const dialled = await Promise.all(Array.from({ length: count }, () => dial(port)));
    const closed = dialled.map((socket) => isClosed(socket).then(() => true));
    return Promise.all(
      dialled.map(async (socket, n) => {
        const answered = new Promise<boolean>((resolve) =>
          socket.once("data", () => resolve(false)),
        );
        socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return Promise.race([answered, closed[n]]);
      }),
    );
  };
  const strict = await start({ perClient: 2, countsLoopback: true });
  const lenient = await start({ perClient: 2 });
  const proxied = await start({ perClient: null, countsLoopback: true });
  expect((await ask(strict.port, 5)).filter(Boolean)).toHaveLength(3);
  expect((await ask(lenient.port, 5)).filter(Boolean)).toHaveLength(0);
  expect((await ask(proxied.port, 5)).filter(Boolean)).toHaveLength(0);
  for (const socket of open) socket.destroy();
  await Promise.all([strict, lenient, proxied].map((each) => each.close()));
});
