import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDisk } from "#app/adapters/storage/disk.ts";
import type { Storage } from "#app/adapters/storage/port.ts";
import { originalKey, variantFilename } from "#app/rules/picture-files.ts";
import { serveDelivery, type ServedDelivery } from "#tests/harness/delivery.ts";
import { aMember, aPicture } from "#tests/harness/factories.ts";
import { aPng, madePicture } from "#tests/harness/made-picture.ts";
import { testServices } from "#tests/harness/services.ts";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const mebibyte = 1024 ** 2;
let folder: string;
let services: Awaited<ReturnType<typeof testServices>>;
let server: ServedDelivery;
let slug: string;
let sha256: string;
const original = randomBytes(15 * mebibyte);
/** The calls to the store, and how many bytes it returned. */
const asked: string[] = [];
let given = 0;
const sockets = new Set<Socket>();
function counted(storage: Storage): Storage {
  return {
    ...storage,
    async get(key) {
      asked.push("get");
      const file = await storage.get(key);
      given += file?.size ?? 0;
      return file;
    },
    async stream(key, part) {
      asked.push("stream");
      const file = await storage.stream(key, part);
      file?.body.on("data", (piece: Buffer) => (given += piece.length)).pause();
      return file;
    },
  };
}

function serve(factor = services.env.RATE_LIMIT_FACTOR): Promise<ServedDelivery> {
  return serveDelivery({ ...services, env: { ...services.env, RATE_LIMIT_FACTOR: factor } });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "echoform-streams-"));
  services = await testServices({ storage: counted(await openDisk(folder)) });
  sha256 = "ab".repeat(32);
  const owner = await aMember(services);
  ({ slug } = await aPicture(services, owner, { sha256, storage_key: originalKey(sha256) }));
  await services.storage.put(originalKey(sha256), original);
  server = await serve();
});
beforeEach(() => {
  asked.length = 0;
  given = 0;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a request and never reads the response. */
async function unread(to: string, address: string): Promise<Socket> {
  const socket = connect(Number(new URL(to).port), "127.0.0.1");
  sockets.add(socket);
  socket.on("error", () => undefined).pause();
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  socket.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

test("304, HEAD and a range of an original are answered without reading it", async () => {
  const address = `${server.url}/${slug}.jpg`;
  const head = await fetch(address, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(original.length));
  const etag = head.headers.get("etag") ?? "";
  expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect([asked, given]).toEqual([[], 0]);
  const part = await fetch(address, { headers: { range: "bytes=14680064-14680065" } });
  expect(part.status).toBe(206);
  const bytes = Buffer.from(await part.arrayBuffer());
  expect(bytes.equals(original.subarray(14_680_064, 14_680_066))).toBe(true);
  expect([asked, given]).toEqual([["stream"], 2]);
  const whole = await fetch(address);
  expect(whole.headers.get("etag")).toBe(etag);
  expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
});

test("a variant that the client already has is answered 304 without being made", async () => {
  const made = await madePicture(services, await aMember(services), { png: await aPng(900, 700) });
  const first = await fetch(`${server.url}/i/600x0/q75/${made.slug}.webp`);
  const etag = first.headers.get("etag") ?? "";
  await services.storage.delete(made.storageKey);
  await server.flush();
  const fresh = await serve();
  await rm(path.join(services.env.DATA_DIR, "cache"), { recursive: true, force: true });
  const again = await fetch(`${fresh.url}/i/600x0/q75/${made.slug}.webp`, {
    headers: { "if-none-match": etag },
  });
  expect(again.status).toBe(304);
  await fresh.close();
});

test("forty stalled clients of a 15 MB original hold one chunk each", async () => {
  const before = process.memoryUsage().arrayBuffers;
  await Promise.all(Array.from({ length: 40 }, () => unread(server.url, `/${slug}.jpg`)));
  let last = -1;
  // What lies in the buffers of the operating system was read too; then nothing more is.
  const rest = async () => {
    const isStill = given === last && given > 0;
    last = given;
    return isStill && asked.length === 40;
  };
  await expect.poll(rest, { interval: 300 }).toBe(true);
  expect(given).toBeLessThan(40 * original.length);
  const held = process.memoryUsage().arrayBuffers - before;
  // Read whole, the forty would hold 600 MB; pieces that are sent and not collected yet count too.
  expect(held).toBeLessThan(200 * mebibyte);
  for (const socket of sockets) socket.destroy();
});

test("a large variant is streamed from disk in chunks", async () => {
  const name = variantFilename(sha256, { width: 0, height: 0, quality: 75, format: "png" });
  const large = randomBytes(24 * mebibyte);
  const cache = path.join(services.env.DATA_DIR, "cache", "variants", name.slice(0, 2));
  await mkdir(cache, { recursive: true });
  await writeFile(path.join(cache, name), large);
  const address = `/i/0x0/q75/${slug}.png`;
  const before = process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 20; n += 1) {
    await unread(server.url, address);
    // One after the other: those who ask together may share what was read.
    await fetch(`${server.url}${address}`, { method: "HEAD" });
  }
  const answer = await fetch(`${server.url}${address}`);
  // Read whole, the twenty would hold 480 MB; what is read in pieces and not collected yet is far less.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(160 * mebibyte);
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
  for (const socket of sockets) socket.destroy();
});

test("one client's concurrent originals are limited; the next gets 429", async () => {
  const strict = await serve(0.02);
  const two = await Promise.all([1, 2].map(() => unread(strict.url, `/${slug}.jpg`)));
  await expect.poll(() => asked.length).toBe(2);
  const third = await fetch(`${strict.url}/${slug}.jpg`);
  expect([third.status, third.headers.get("retry-after")]).toEqual([429, "5"]);
  // What is in memory or answered by the headers alone is no matter of sending.
  const known = { "if-none-match": "*" };
  expect((await fetch(`${strict.url}/${slug}.jpg`, { headers: known })).status).toBe(304);
  two[0]?.destroy();
  await expect.poll(async () => (await fetch(`${strict.url}/${slug}.jpg`)).status).toBe(200);
  await strict.close();
});

test("unknown picture names are cached, and a client that asks for many is limited", async () => {
  let queries = 0;
  const db = services.db.withPlugin({
    transformQuery: ({ node }) => {
      // Not what the cache on the disk asks when it is opened.
      if (JSON.stringify(node).includes("filename")) queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const env = { ...services.env, RATE_LIMIT_FACTOR: 0.02 };
  const strict = await serveDelivery({ ...services, db, env });
  const status = async (name: string) =>
    (await fetch(`${strict.url}/i/24x0/q10/${name}.webp`)).status;
  expect(await status("nobody-0a1b2c3d")).toBe(404);
  expect(await status("nobody-0a1b2c3d")).toBe(404);
  expect(queries).toBe(1);
  for (let n = 0; n < 5; n += 1) expect(await status(`nobody-0000000${n}`)).toBe(404);
  expect(await status("nobody-99999999")).toBe(429);
  expect(queries).toBe(6);
  // Names cached by this process are still served.
  expect(await status("nobody-00000001")).toBe(404);
  await strict.close();
});
