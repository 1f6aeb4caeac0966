import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { VariantFormat } from "../../../adapters/imaging/port.ts";
import type { HeaderRecord } from "../../../lib/security-headers.ts";

export const mediaTypes: Readonly<Record<VariantFormat, string>> = {
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  png: "image/png",
};

/** A file ready to be sent: its headers are lists of names and values, made once and used for every request. */
export type Answer = {
  body: Buffer;
  etag: string;
  whole: string[];
  unchanged: string[];
  /** Without length, for parts. */
  shared: string[];
  takesRanges: boolean;
};

export type AnswerOptions = {
  format: VariantFormat;
  isOpen: boolean;
  /** True where the format was chosen by the Accept header. */
  varies: boolean;
  takesRanges: boolean;
  security: HeaderRecord;
};

export function makeAnswer(body: Buffer, options: AnswerOptions): Answer {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
  const kept = [
    "cache-control",
    options.isOpen ? "public, max-age=31536000, immutable" : "private, no-store",
    "etag",
    etag,
    ...(options.varies ? ["vary", "accept"] : []),
    ...Object.entries(options.security).flat(),
  ];
  const shared = [
    "content-type",
    mediaTypes[options.format],
    ...(options.takesRanges ? ["accept-ranges", "bytes"] : []),
    ...kept,
  ];
  return {
    body,
    etag,
    shared,
    whole: ["content-length", String(body.length), ...shared],
    unchanged: kept,
    takesRanges: options.takesRanges,
  };
}

/** True when the reader has this very file: weak comparison, as RFC 9110 (13.1.2) asks for If-None-Match. */
function isKnown(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  return header.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

export type Part = { start: number; end: number };

/** The one part a Range header asks for, "none" when it cannot be met, null when the whole is to be sent. RFC 9110, 14.2. */
export function partOf(header: string | undefined, length: number): Part | "none" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  if (match[1] === "") {
    const last = Number(match[2]);
    return last === 0 ? "none" : { start: Math.max(0, length - last), end: length - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === "" ? length - 1 : Math.min(Number(match[2]), length - 1);
  if (match[2] !== "" && Number(match[2]) < start) return null;
  return start >= length ? "none" : { start, end };
}

function sendPart(req: IncomingMessage, res: ServerResponse, answer: Answer): boolean {
  const { headers } = req;
  const condition = headers["if-range"];
  if (condition !== undefined && condition !== answer.etag) return false;
  const { length } = answer.body;
  const part = partOf(headers.range, length);
  if (part === null) return false;
  if (part === "none") {
    res.writeHead(416, [
      "content-range",
      `bytes */${length}`,
      "content-length",
      "0",
      ...answer.unchanged,
    ]);
    res.end();
    return true;
  }
  const bytes = answer.body.subarray(part.start, part.end + 1);
  const range = `bytes ${part.start}-${part.end}/${length}`;
  res.writeHead(206, [
    "content-length",
    String(bytes.length),
    "content-range",
    range,
    ...answer.shared,
  ]);
  res.end(bytes);
  return true;
}

/** Answers GET and HEAD with the file, with 304 where the reader has it, or with the part that was asked for. */
export function sendAnswer(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  const known = req.headers["if-none-match"];
  if (known !== undefined && isKnown(known, answer.etag)) {
    res.writeHead(304, answer.unchanged);
    res.end();
    return;
  }
  if (req.method === "HEAD") {
    res.writeHead(200, answer.whole);
    res.end();
    return;
  }
  if (answer.takesRanges && req.headers.range !== undefined && sendPart(req, res, answer)) return;
  res.writeHead(200, answer.whole);
  res.end(answer.body);
}
