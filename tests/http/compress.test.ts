import { createServer, request, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressResponse } from "#app/roles/compress.ts";
import { until } from "../harness/patience.ts";
import { testServer, type SignedUp, type TestServer } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";

let server: TestServer;
let ada: SignedUp;
let closeServices: () => Promise<void>;
beforeAll(async () => {
  const services = await testServices();
  closeServices = () => services.close();
  server = await testServer(services, { roles: ["web", "images"] });
  ada = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await closeServices();
});

type Raw = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

/** One request without automatic decoding. */
function ask(url: string, headers: Record<string, string>, method = "GET"): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const { statusCode = 0, headers: found } = answer;
        resolve({ status: statusCode, headers: found, bytes: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

const decode = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const;

test.each(["zstd", "br", "gzip"] as const)(
  "a large JSON response is sent as %s",
  async (coding) => {
    const url = `${server.url}/api/openapi.json`;
    const plain = await ask(url, {});
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("accept-encoding");
    const coded = await ask(url, { "accept-encoding": `${coding}, deflate` });
    expect(coded.headers["content-encoding"]).toBe(coding);
    expect(coded.headers.vary).toBe("accept-encoding");
    // A body above the buffering limit is sent in chunks, without a length.
    expect([undefined, String(coded.bytes.length)]).toContain(coded.headers["content-length"]);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decode[coding](coded.bytes).equals(plain.bytes)).toBe(true);
    const head = await ask(url, { "accept-encoding": coding }, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["content-encoding"]).toBe(coding);
  },
);

test("a small response is not compressed, but still varies by Accept-Encoding", async () => {
  const answer = await ask(`${server.url}/api/profile`, {
    "accept-encoding": "br",
    cookie: ada.cookie,
  });
  expect(answer.headers["content-encoding"]).toBeUndefined();
  expect(answer.headers.vary).toBe("accept-encoding");
  expect(JSON.parse(answer.bytes.toString())).toMatchObject({ email: ada.email });
});

test("a long problem document is compressed", async () => {
  const body = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`unknown-${n}`, n]));
  const answer = await ada.fetch("/api/profile", {
    method: "PATCH",
    headers: { "content-type": "application/json", "accept-encoding": "gzip" },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([400, "gzip"]);
  expect(((await answer.json()) as { errors: unknown[] }).errors).toHaveLength(40);
});

test("an event stream is never compressed and is sent at once", async () => {
  const answer = await ada.fetch("/api/notifications/stream", {
    headers: { "accept-encoding": "br, gzip" },
  });
  expect(answer.headers.get("content-encoding")).toBeNull();
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^retry: /);
  await reader?.cancel();
});

/** What a handler writes, sent through the server's compression. */
async function through(
  write: (res: ServerResponse) => void,
  headers: Record<string, string>,
): Promise<Raw> {
  const small = createServer((req, res) => {
    compressResponse(req, res);
    write(res);
  });
  await new Promise<void>((resolve) => small.listen(0, "127.0.0.1", resolve));
  const { port } = small.address() as AddressInfo;
  try {
    return await ask(`http://127.0.0.1:${port}/`, headers);
  } finally {
    await new Promise((resolve) => small.close(resolve));
  }
}

const long = "echo ".repeat(1000);

test.each([
  ["one that is coded already", { "content-type": "text/html", "content-encoding": "zstd" }],
  ["a picture", { "content-type": "image/webp" }],
  ["one that nobody may change", { "content-type": "text/html", "cache-control": "no-transform" }],
])("%s is not compressed", async (_kind, headers) => {
  const answer = await through((res) => res.writeHead(200, headers).end(long), {
    "accept-encoding": "br",
  });
  expect(answer.headers["content-encoding"]).toBe(
    "content-encoding" in headers ? "zstd" : undefined,
  );
  expect(answer.bytes.toString()).toBe(long);
});

test.each([
  ['"strong"', 'W/"strong"'],
  ['W/"weak"', 'W/"weak"'],
])("the ETag %s becomes %s, because the bytes differ", async (etag, coded) => {
  const answer = await through(
    (res) => res.writeHead(200, { "content-type": "text/html", etag, vary: "cookie" }).end(long),
    { "accept-encoding": "br" },
  );
  expect(answer.headers.etag).toBe(coded);
  expect(answer.headers.vary).toBe("cookie, accept-encoding");
  const plain = await through(
    (res) => res.writeHead(200, { "content-type": "text/html", etag }).end(long),
    {},
  );
  expect(plain.headers.etag).toBe(etag);
});

test.each([
  ["204", 204],
  ["304", 304],
])("%s has no coding", async (_name, status) => {
  const answer = await through((res) => res.writeHead(status).end(), { "accept-encoding": "br" });
  expect([answer.status, answer.headers["content-encoding"]]).toEqual([status, undefined]);
});

/** Gives each part as soon as it is flushed. */
const decoders = {
  zstd: () => createZstdDecompress(),
  br: () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGunzip(),
} as const;

test.each(["zstd", "br", "gzip"] as const)(
  "each part of a streamed page can be read before the next is written (%s)",
  async (coding) => {
    const seen: string[] = [];
    const heldBack: string[] = [];
    const small = createServer((req, res) => {
      compressResponse(req, res);
      void (async () => {
        res.writeHead(200, { "content-type": "text/html" });
        res.flushHeaders();
        for (const part of ["shell", "late", "last"]) {
          res.write(`<p>${part}</p>`);
          const read = () => seen.join("");
          const isThere = (text: string) => text.includes(part);
          await until("the part to be read", read, isThere).catch(() => heldBack.push(part));
        }
        res.end();
      })();
    });
    await new Promise<void>((resolve) => small.listen(0, "127.0.0.1", resolve));
    const { port } = small.address() as AddressInfo;
    const found = await new Promise<string | undefined>((resolve, reject) => {
      request({ port, host: "127.0.0.1", headers: { "accept-encoding": coding } }, (answer) => {
        answer
          .pipe(decoders[coding]())
          .on("data", (chunk: Buffer) => seen.push(chunk.toString()))
          .on("error", reject)
          .on("end", () => resolve(answer.headers["content-encoding"]));
      })
        .on("error", reject)
        .end();
    });
    expect(found).toBe(coding);
    expect(seen.join("")).toBe("<p>shell</p><p>late</p><p>last</p>");
    expect(heldBack).toEqual([]);
    await new Promise((resolve) => small.close(resolve));
  },
);

test("many megabytes in parts arrive complete, with backpressure from a slow reader", async () => {
  const part = Buffer.alloc(64 * 1024, "0123456789abcdef lantern ");
  let paused = 0;
  const answer = await through(
    (res) => {
      res.writeHead(200, { "content-type": "text/plain" });
      let left = 64;
      const more = (): void => {
        while (left > 0) {
          left -= 1;
          if (!res.write(part)) {
            paused += 1;
            res.once("drain", more);
            return;
          }
        }
        res.end();
      };
      more();
    },
    { "accept-encoding": "gzip" },
  );
  expect(gunzipSync(answer.bytes).length).toBe(64 * part.length);
  expect(paused).toBeGreaterThan(0);
});

test("a reader that disconnects half-way leaves nothing running", async () => {
  let closed: ((written: boolean) => void) | undefined;
  const over = new Promise<boolean>((resolve) => {
    closed = resolve;
  });
  const small = createServer((req, res) => {
    compressResponse(req, res);
    res.writeHead(200, { "content-type": "text/html" });
    const writing = setInterval(() => res.write(long), 5);
    res.once("close", () => {
      clearInterval(writing);
      closed?.(res.writableFinished);
    });
  });
  await new Promise<void>((resolve) => small.listen(0, "127.0.0.1", resolve));
  const { port } = small.address() as AddressInfo;
  const asked = request({ port, host: "127.0.0.1", headers: { "accept-encoding": "br" } }, (res) =>
    res.once("data", () => asked.destroy()),
  ).on("error", () => undefined);
  asked.end();
  expect(await over).toBe(false);
  // A connection or encoder that is not closed would keep it open.
  await new Promise((resolve) => small.close(resolve));
});
