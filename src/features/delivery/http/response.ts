import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { VariantFormat } from "#app/adapters/imaging/port.ts";
import type { Part } from "#app/adapters/storage/port.ts";
import { partOf } from "#app/lib/byte-range.ts";
import { mediaTypes } from "#app/rules/picture-files.ts";
import type { HeaderRecord } from "#app/lib/security-headers.ts";

/** What Node's server tells about connections: its keepAliveTimeout (roles/listen.ts). */
const keepAliveSeconds = 5;

/** The headers of a file: lists of names and values, known before a byte of it is read. */
export type ResponseHead = {
  etag: string;
  /** Without the length. */
  whole: string[];
  unchanged: string[];
  takesRanges: boolean;
};

export type HeadOptions = {
  /** A strong ETag: different bytes have a different one. */
  identity: string;
  format: VariantFormat;
  cacheControl: string;
  /** True where the format was chosen by the Accept header. */
  varies: boolean;
  takesRanges: boolean;
  security: HeaderRecord;
};

/** The bytes of a file: in memory, or opened again for each reader. */
export type Content = {
  size: number;
  bytes: Buffer | null;
  /** The file or a part of it. Throws AppError not-found when it is gone. */
  open(part: Part | null): Promise<Readable>;
};

/** The ETag of a file. @param identity different for different bytes */
export function etagOf(identity: string): string {
  return `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
}

export function makeHead(options: HeadOptions): ResponseHead {
  const etag = etagOf(options.identity);
  const unchanged = [
    "cache-control",
    options.cacheControl,
    "etag",
    etag,
    ...(options.varies ? ["vary", "accept"] : []),
    ...Object.entries(options.security).flat(),
  ];
  const whole = [
    "content-type",
    mediaTypes[options.format],
    ...(options.takesRanges ? ["accept-ranges", "bytes"] : []),
    ...unchanged,
  ];
  return { etag, whole, unchanged, takesRanges: options.takesRanges };
}

/** True when the client has this file: weak comparison, as RFC 9110 (13.1.2) requires for If-None-Match. */
function isKnown(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

/** Answers 304 when the client already has the file. @returns whether it did */
export function sendUnchanged(
  req: IncomingMessage,
  res: ServerResponse,
  { etag, unchanged }: ResponseHead,
): boolean {
  const known = req.headers["if-none-match"];
  if (known === undefined || !isKnown(known, etag)) return false;
  res.writeHead(304, unchanged);
  res.end();
  return true;
}

function wantedPart(
  { headers }: IncomingMessage,
  { etag, takesRanges }: ResponseHead,
  length: number,
): Part | "none" | null {
  if (!takesRanges || headers.range === undefined) return null;
  const condition = headers["if-range"];
  if (condition !== undefined && condition !== etag) return null;
  return partOf(headers.range, length);
}

/** Sends a file that is in memory whole. */
export function sendBytes(
  req: IncomingMessage,
  res: ServerResponse,
  head: ResponseHead,
  bytes: Buffer,
): void {
  res.writeHead(200, ["content-length", String(bytes.length), ...head.whole]);
  res.end(req.method === "HEAD" ? undefined : bytes);
}

/** Larger files are sent by Node's own responses: of theirs it is the bytes that take the time. */
export const isSentAtOnce = (bytes: Buffer): boolean => bytes.length <= 64 * 1024;

/** Head and bytes of an answer with the second of the date in it. */
export type WholeAnswer = { second: number; bytes: Buffer };

/**
 * The whole answer to a GET as `sendBytes` writes it, on a connection that stays open.
 * @param before made for the same file; used again while its date is right
 */
export function wholeAnswer(
  head: ResponseHead,
  bytes: Buffer,
  before: WholeAnswer | undefined,
): WholeAnswer {
  const second = Math.floor(Date.now() / 1000);
  if (before?.second === second) return before;
  const fields = ["content-length", String(bytes.length), ...head.whole];
  const lines = ["HTTP/1.1 200 OK"];
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  lines.push(`Date: ${new Date(second * 1000).toUTCString()}`);
  lines.push("Connection: keep-alive", `Keep-Alive: timeout=${keepAliveSeconds}`, "", "");
  return { second, bytes: Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), bytes]) };
}

/** A client that disconnects before the end is not an error. */
function isReaderGone(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET" || code === "EPIPE";
}

/**
 * Answers GET and HEAD with the file, or with the part that was asked for. Resolves when the answer is over.
 * @throws AppError not-found when the file is gone, before anything is sent
 */
export async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  head: ResponseHead,
  content: Content,
): Promise<void> {
  const { size, bytes } = content;
  const part = req.method === "HEAD" ? null : wantedPart(req, head, size);
  if (part === "none") {
    const range = ["content-range", `bytes */${size}`, "content-length", "0"];
    res.writeHead(416, [...range, ...head.unchanged]);
    res.end();
    return;
  }
  if (req.method === "HEAD" || (bytes !== null && part === null)) {
    if (bytes !== null) return sendBytes(req, res, head, bytes);
    res.writeHead(200, ["content-length", String(size), ...head.whole]);
    res.end();
    return;
  }
  const body = await content.open(part);
  if (res.destroyed) {
    body.destroy();
    return;
  }
  if (part === null) res.writeHead(200, ["content-length", String(size), ...head.whole]);
  else {
    const length = ["content-length", String(part.end - part.start + 1)];
    const range = ["content-range", `bytes ${part.start}-${part.end}/${size}`];
    res.writeHead(206, [...length, ...range, ...head.whole]);
  }
  await pipeline(body, res).catch((error: unknown) => {
    if (!isReaderGone(error)) throw error;
  });
}
