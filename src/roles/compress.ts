import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type BrotliCompress,
  type Gzip,
  type ZstdCompress,
} from "node:zlib";
import {
  codingFor,
  isCompressible,
  quickest,
  worthCoding,
  type ContentCoding,
} from "#app/lib/content-coding.ts";

/** Complete responses up to this many bytes are compressed synchronously, which costs less than the thread pool. */
const mostAtOnce = 128 * 1024;

// Of a results page of 116 kB: zstd 3 makes 17.7 kB in 0.17 CPU ms, brotli 3 17.7 kB in 0.47, gzip 3 22.7 kB in 0.50.
const gzipOptions = { level: 3 };
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    // A window of 256 kB: a larger one costs memory per open response for almost no gain.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});
const zstdOptions = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 3,
    // A window of 128 kB, for the same reason.
    [constants.ZSTD_c_windowLog]: 17,
  },
};

type Coder = BrotliCompress | Gzip | ZstdCompress;

type Coding = {
  atOnce: (bytes: Buffer) => Buffer;
  inThread: (bytes: Buffer) => Promise<Buffer>;
  open: () => Coder;
};

const codings: Record<ContentCoding, Coding> = {
  zstd: {
    atOnce: (bytes) => zstdCompressSync(bytes, zstdOptions),
    inThread: (bytes) => promisify(zstdCompress)(bytes, zstdOptions),
    open: () => createZstdCompress(zstdOptions),
  },
  br: {
    atOnce: (bytes) => brotliCompressSync(bytes, brotliOptions(bytes.length)),
    inThread: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(bytes.length)),
    open: () => createBrotliCompress(brotliOptions(0)),
  },
  gzip: {
    atOnce: (bytes) => gzipSync(bytes, gzipOptions),
    inThread: (bytes) => promisify(gzip)(bytes, gzipOptions),
    open: () => createGzip(gzipOptions),
  },
};

const lineOf = (value: string | number | readonly string[] | undefined): string =>
  typeof value === "object" ? value.join(", ") : String(value ?? "");

function mayBeCoded(status: number, headers: OutgoingHttpHeaders): boolean {
  if (status < 200 || status === 204 || status === 206 || status === 304) return false;
  if (headers["content-encoding"] !== undefined) return false;
  if (/\bno-transform\b/i.test(lineOf(headers["cache-control"]))) return false;
  return isCompressible(lineOf(headers["content-type"]));
}

function withVary(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const vary = lineOf(headers.vary);
  if (/(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(vary)) return headers;
  return { ...headers, vary: vary === "" ? "accept-encoding" : `${vary}, accept-encoding` };
}

/** The headers of a compressed response. Its bytes differ, so that a strong ETag becomes weak. */
function codedHead(headers: OutgoingHttpHeaders, coding: ContentCoding): OutgoingHttpHeaders {
  const { "content-length": _plain, etag, ...rest } = headers;
  return {
    ...rest,
    "content-encoding": coding,
    ...(etag !== undefined && { etag: lineOf(etag).replace(/^(?!W\/)/, "W/") }),
  };
}

const bytesOf = (chunk: string | Uint8Array): Buffer =>
  typeof chunk === "string"
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

type Held = { status: number; headers: OutgoingHttpHeaders; chunks: Buffer[]; size: number };

/**
 * Compresses the response in a coding that the client accepts, if type and size are worth it. What is written at once
 * is compressed at once; what is streamed is compressed as it comes and flushed whenever the writer pauses, so that a page
 * that streams still does. Call it before anything is written. The headers wait for the first bytes, because only they
 * tell whether compressing is worth it.
 */
export function compressResponse(req: IncomingMessage, res: ServerResponse): void {
  const wanted = codingFor(req.headers["accept-encoding"]?.toString(), quickest);
  const isHead = req.method === "HEAD";
  const writeHead = res.writeHead.bind(res) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  const write = res.write.bind(res) as (chunk: unknown) => boolean;
  const end = res.end.bind(res) as (chunk?: unknown) => ServerResponse;
  const flushHeaders = res.flushHeaders.bind(res);
  let held: Held | null = null;
  let coder: Coder | null = null;
  let pause: NodeJS.Immediate | undefined;

  /** The writer has paused: flush. */
  function onPause(): void {
    pause = undefined;
    if (held !== null) startStream(held);
    coder?.flush();
  }

  /** False when the writer should wait. */
  function startStream({ status, headers, chunks }: Held): boolean {
    held = null;
    const coding = wanted ?? "gzip";
    const opened = codings[coding].open();
    coder = opened;
    writeHead(status, codedHead(headers, coding));
    opened.on("data", (chunk: Buffer) => {
      if (write(chunk)) return;
      opened.pause();
      res.once("drain", () => opened.resume());
    });
    opened.on("end", () => end());
    opened.on("error", (error) => res.destroy(error));
    // The writer waits for the response's own event; emitting it twice is harmless.
    opened.on("drain", () => res.emit("drain"));
    for (const chunk of chunks) opened.write(chunk);
    return !opened.writableNeedDrain;
  }

  async function sendWhole({ status, headers, chunks, size }: Held): Promise<void> {
    held = null;
    const bytes = Buffer.concat(chunks, size);
    if (size < worthCoding || wanted === null) {
      writeHead(status, headers);
      end(bytes);
      return;
    }
    const { atOnce, inThread } = codings[wanted];
    const coded = size <= mostAtOnce ? atOnce(bytes) : await inThread(bytes);
    writeHead(status, { ...codedHead(headers, wanted), "content-length": coded.length });
    end(coded);
  }

  res.writeHead = ((status: number, given: OutgoingHttpHeaders = {}) => {
    const entries = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = Object.fromEntries(entries) as OutgoingHttpHeaders;
    if (!mayBeCoded(status, headers)) return writeHead(status, given);
    const varying = withVary(headers);
    if (wanted === null) return writeHead(status, varying);
    if (isHead) return writeHead(status, codedHead(varying, wanted));
    held = { status, headers: varying, chunks: [], size: 0 };
    return res;
  }) as typeof res.writeHead;

  res.write = ((chunk: string | Uint8Array) => {
    if (held === null && coder === null) return write(chunk);
    const bytes = bytesOf(chunk);
    pause ??= setImmediate(onPause);
    if (held !== null) {
      held.chunks.push(bytes);
      held.size += bytes.length;
      if (held.size <= mostAtOnce) return true;
      return startStream(held);
    }
    return coder?.write(bytes) ?? false;
  }) as typeof res.write;

  res.end = ((chunk?: string | Uint8Array) => {
    if (held === null && coder === null) return end(chunk);
    clearImmediate(pause);
    const bytes = bytesOf(chunk ?? "");
    if (coder !== null) {
      coder.end(bytes);
      return res;
    }
    if (held !== null) {
      const whole = { ...held, chunks: [...held.chunks, bytes], size: held.size + bytes.length };
      sendWhole(whole).catch((error: unknown) => res.destroy(error as Error));
    }
    return res;
  }) as typeof res.end;

  res.flushHeaders = () => {
    // Headers that wait for the size of the body are sent with its first bytes.
    if (held === null) flushHeaders();
  };

  res.once("close", () => {
    clearImmediate(pause);
    coder?.destroy();
  });
}
