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

/** Bytes up to which a whole answer is coded at once, which costs less than a way through the thread pool. */
const atOnce = 128 * 1024;

// Of a home page of 100 kB: brotli 3 makes 13.4 kB in 0.7 CPU ms, brotli 4 12.7 kB in 1.1; gzip 3 makes 17.7 kB in 0.4.
const gzipOptions = { level: 3 };
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    // A window of 256 kB: a larger one is memory for every open answer and next to no gain.
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

/** The head of the same answer in a coding. Its bytes are others, so that a strong ETag would be untrue. */
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
 * Makes the answer go out in the coding its reader takes, if its type and size are worth it. What is written in one go
 * is coded in one go; what comes bit by bit is coded as it comes and flushed whenever the writer pauses, so that a page
 * that streams still does. To be called before anything is written. The head waits for the first bytes, for only they
 * tell whether there are enough of them.
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

  /** The writer has paused: what has come goes out. */
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
    // The writer waits for the answer's own event; more than once does no harm.
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
    // A head that waits for the size of its body goes out with the first of it.
    if (held === null) flushHeaders();
  };

  res.once("close", () => {
    clearImmediate(pause);
    coder?.destroy();
  });
}
