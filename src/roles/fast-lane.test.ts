import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { madePicture } from "#tests/harness/made-picture.ts";
import { testServer, type TestServer } from "#tests/harness/server.ts";
import { kindOfHead } from "./fast-lane.ts";
import { listen, type Listener } from "./listen.ts";

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

test.each([
  ["", "plain"],
  ["Accept: image/webp\r\nCookie: a=b\r\nConnection: keep-alive\r\n", "plain"],
  ["If-None-Match: *\r\n", "whole"],
  ["Range: bytes=0-1\r\n", "whole"],
  ["Connection: close\r\n", null],
  ["Content-Length: 0\r\n", null],
  ["Transfer-Encoding: chunked\r\n", null],
  ["Expect: 100-continue\r\n", null],
  ["Upgrade: h2c\r\n", null],
  ["Host: y\r\n", null],
  ["Folded: a\r\n b\r\n", null],
  ["Spaced : a\r\n", null],
  ["Bare: a\nb: c\r\n", null],
  ["Zero: \0\r\n", null],
  ["\r\nGET /next HTTP/1.1\r\nHost: x\r\n", null],
])("a head with %j is %s", (more, kind) => {
  const head = get("/x", more);
  expect(kindOfHead(head.slice("GET /x".length))).toBe(kind);
});

test("heads of another version, without a host or without an end are for the whole parser", () => {
  for (const rest of [
    " HTTP/1.0\r\nHost: x\r\n\r\n",
    " HTTP/1.1\r\n\r\n",
    " HTTP/1.1\r\nHost: x\r\n",
  ]) {
    expect([rest, kindOfHead(rest)]).toEqual([rest, null]);
  }
});

/** A connection that is kept; answers have a content-length. */
function open(port: number) {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = Buffer.alloc(0);
  let arrived = () => {};
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    arrived();
  });
  const more = () => new Promise<void>((resolve) => (arrived = resolve));
  /** The next answer. */
  async function read(): Promise<{ head: string; body: Buffer }> {
    for (;;) {
      const end = received.indexOf("\r\n\r\n");
      const head = received.toString("latin1", 0, Math.max(0, end));
      const length = head.startsWith("HTTP/1.1 304")
        ? 0
        : Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (end !== -1 && received.length >= end + 4 + length) {
        const body = received.subarray(end + 4, end + 4 + length);
        received = received.subarray(end + 4 + length);
        return { head, body };
      }
      await more();
    }
  }
  const ask = (text: string) => {
    socket.write(text);
    return read();
  };
  return { ask, read, write: (text: string) => socket.write(text), end: () => socket.destroy() };
}

const by = ({ head }: { head: string }) => /^by: (\w+)/m.exec(head)?.[1];

type Seen = {
  onRequest?: (req: IncomingMessage) => void;
  /** Is given what ends the answer to `/held`. */
  onHeld?: (finish: () => void) => void;
};

/** A server that says who answered. */
async function serve({ onRequest, onHeld }: Seen = {}): Promise<Listener> {
  const answer = Buffer.from("HTTP/1.1 200 OK\r\nby: lane\r\ncontent-length: 2\r\n\r\nok");
  return listen(
    (req, res) => {
      onRequest?.(req);
      res.setHeader("by", "node");
      let size = 0;
      req.on("data", (chunk: Buffer) => (size += chunk.length));
      req.on("end", () => {
        const body = `${req.url} ${size}`;
        res.writeHead(200, { "content-length": body.length });
        if (req.url === "/held") onHeld?.(() => res.end(body));
        else res.end(body);
      });
    },
    "127.0.0.1",
    0,
    { instant: (path) => (path === "/kept" ? answer : null) },
  );
}

test("what is in memory is answered at once, but for the first request of a connection; everything else by Node's server", async () => {
  const server = await serve();
  const one = open(server.port);
  expect(by(await one.ask(get("/kept")))).toBe("node");
  expect(by(await one.ask(get("/kept")))).toBe("lane");
  expect(by(await one.ask(get("/kept", "Accept: */*\r\n")))).toBe("lane");
  expect(by(await one.ask(get("/other")))).toBe("node");
  expect(by(await one.ask(get("/kept", "If-None-Match: *\r\n")))).toBe("node");
  expect(by(await one.ask(get("/kept?x")))).toBe("node");
  expect(by(await one.ask(get("/kept")))).toBe("lane");
  one.end();
  await server.close(0);
});

test("a request in pieces, several at once and one with a body are read by Node's server to their ends", async () => {
  const sockets: Socket[] = [];
  const server = await serve({ onRequest: ({ socket }) => sockets.push(socket) });
  /** A new connection and what gives the server bytes in pieces of our choice. */
  async function connected() {
    const one = open(server.port);
    await one.ask(get("/first"));
    const socket = sockets.at(-1);
    return { ...one, arrive: (text: string) => socket?.emit("data", Buffer.from(text, "latin1")) };
  }

  const pieces = await connected();
  for (const piece of ["GET /in-two HTTP/1.1\r\nHo", "st: x\r\n\r\n"]) pieces.arrive(piece);
  expect((await pieces.read()).body.toString()).toBe("/in-two 0");
  expect((await pieces.ask(get("/kept"))).body.toString()).toBe("/kept 0");

  const several = await connected();
  several.arrive(get("/one") + get("/kept") + get("/three"));
  expect((await several.read()).body.toString()).toBe("/one 0");
  expect((await several.read()).body.toString()).toBe("/kept 0");
  expect((await several.read()).body.toString()).toBe("/three 0");

  const body = await connected();
  const hidden = get("/kept");
  body.arrive(`POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n`);
  body.arrive(hidden);
  expect((await body.read()).body.toString()).toBe(`/body ${hidden.length}`);
  for (const each of [pieces, several, body]) each.end();
  await server.close(0);
});

test("answers keep their order while an earlier one is not over", async () => {
  const held: (() => void)[] = [];
  const server = await serve({ onHeld: (finish) => held.push(finish) });
  const one = open(server.port);
  await one.ask(get("/first"));
  one.write(get("/held"));
  await expect.poll(() => held.length).toBe(1);
  one.write(get("/kept"));
  held[0]();
  expect((await one.read()).body.toString()).toBe("/held 0");
  expect((await one.read()).head).toContain("HTTP/1.1 200 OK");
  expect(by(await one.ask(get("/kept")))).toBe("lane");
  one.end();
  await server.close(0);
});

let site: TestServer;
beforeAll(async () => {
  site = await testServer();
});
afterAll(() => site.close());

test("IM-02 a picture sent from memory has the answer of Node's server, and is hidden within a moment on a connection that stays open", async () => {
  const { services } = site;
  const { id, slug } = await madePicture(services, await aMember(services));
  const path = `/i/512x0/q75/${slug}.webp`;
  const one = open(site.port);
  const undated = ({ head }: { head: string }) => head.replace(/^Date: .*/m, "Date:");
  const first = await one.ask(get(path));
  const second = await one.ask(get(path));
  expect(undated(second)).toBe(undated(first));
  expect(second.head).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/m);
  expect(second.body.equals(first.body)).toBe(true);
  const etag = /^etag: (.*)$/m.exec(first.head)?.[1] ?? "";
  expect((await one.ask(get(path, `If-None-Match: ${etag}\r\n`))).head).toMatch(/^HTTP\/1.1 304/);
  const counted = async () =>
    Number(
      /^echoform_picture_requests_total (\d+)/m.exec(
        await (await site.fetch("/metrics")).text(),
      )?.[1],
    );
  const before = await counted();
  await one.ask(get(path));
  expect(await counted()).toBe(before + 1);
  await services.db
    .updateTable("pictures")
    .set({ is_public: false })
    .where("id", "=", id)
    .execute();
  await expect.poll(async () => (await one.ask(get(path))).head).toMatch(/^HTTP\/1.1 404/);
  one.end();
});
