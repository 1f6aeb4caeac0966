import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type BrotliCompress,
  type Gzip,
} from "node:zlib";
import {
  codingFor,
  isCompressible,
  worthCoding,
  type ContentCoding,
} from "#app/lib/content-coding.ts";

/** Complete responses up to this many bytes are compressed synchronously, which costs less than the thread pool. */
const atOnce = 128 * 1024;

// Of a home page of 100 kB: brotli 3 makes 13.4 kB in 0.7 CPU ms, brotli 4 12.7 kB in 1.1; gzip 3 makes 17.7 kB in 0.4.
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

async function codeWhole(bytes: Buffer, coding: ContentCoding): Promise<Buffer> {
  const isSmall = bytes.length <= atOnce;
  if (coding === "br") {
    const options = brotliOptions(bytes.length);
    return isSmall ? brotliCompressSync(bytes, options) : promisify(brotliCompress)(bytes, options);
  }
  return isSmall ? gzipSync(bytes, gzipOptions) : promisify(gzip)(bytes, gzipOptions);
}

const openCoder = (coding: ContentCoding): BrotliCompress | Gzip =>
  coding === "br" ? createBrotliCompress(brotliOptions(0)) : createGzip(gzipOptions);

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
  const wanted = codingFor(req.headers["accept-encoding"]?.toString());
  const isHead = req.method === "HEAD";
  const writeHead = res.writeHead.bind(res) as (
    status: number,
    headers?: OutgoingHttpHeaders,
  ) => ServerResponse;
  const write = res.write.bind(res) as (chunk: unknown) => boolean;
  const end = res.end.bind(res) as (chunk?: unknown) => ServerResponse;
  const flushHeaders = res.flushHeaders.bind(res);
  let held: Held | null = null;
  let coder: BrotliCompress | Gzip | null = null;
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
    const opened = openCoder(coding);
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
    const coded = await codeWhole(bytes, wanted);
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
      if (held.size <= atOnce) return true;
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
