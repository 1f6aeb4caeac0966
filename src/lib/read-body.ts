import { isUtf8 } from "node:buffer";
import { t } from "#app/language/message.ts";
import { AppError } from "./errors.ts";

/** Bytes a JSON body may have. */
export const jsonLimit = 1_000_000;
/** Bytes that a form of a page may have. */
export const formLimit = 16_000;

function tooLarge(limit: number): AppError {
  return new AppError("too-large", { detail: t`The body may have at most ${limit} bytes` });
}

/** Bytes that a mask may have. */
export const maskLimit = 4 * 1024 * 1024;

/** True when the request announces a body. */
export function hasBody(headers: Headers): boolean {
  const length = headers.get("content-length");
  return headers.has("transfer-encoding") || (length !== null && length !== "0");
}

/**
 * Validates the headers, before a byte of the body is read.
 * @throws AppError too-large, unsupported-media-type
 */
export function checkBodyHeaders(headers: Headers, limit: number, types: readonly string[]): void {
  if (!hasBody(headers)) return;
  if (Number(headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!types.includes(type)) {
    throw new AppError("unsupported-media-type", { detail: t`Send ${types.join(" or ")}` });
  }
}

/** A body chunk by chunk. A reader that stops leaves the connection open, so that the error can be sent. */
export async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/**
 * The whole body, counted while it arrives, because a chunked body announces no length.
 * @throws AppError too-large as soon as the limit is passed
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (request.headers.has("content-length")) {
    // The HTTP parser holds the sender to the length that was checked already.
    if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
    return new Uint8Array(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function invalidBody(detail: string): AppError {
  return new AppError("invalid-request", { detail });
}

const notUtf8 = () => t`The body is not valid UTF-8`;

/** @throws AppError invalid-request for bytes that are no UTF-8: replacing them would store what nobody wrote */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody(notUtf8());
  }
}

/**
 * The text of a form as it is sent, with its escapes: a parser of forms replaces escaped bytes that are no UTF-8.
 * @throws AppError invalid-request
 */
function decodedForm(bytes: Uint8Array): string {
  const text = decoded(bytes);
  for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(escapes.replaceAll("%", ""), "hex"))) throw invalidBody(notUtf8());
  }
  return text;
}

/**
 * The fields of a form that a page sends in either of the two ways of browsers.
 * @throws AppError invalid-request for text that is no UTF-8, and for what is no form
 */
export async function readFormData(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  let sent: Buffer<ArrayBuffer>;
  let form: FormData;
  try {
    sent = Buffer.from(await request.arrayBuffer());
    form = await new Response(sent, { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw new AppError("invalid-request", { detail: t`The form could not be read`, cause });
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    decodedForm(sent);
    return form;
  }
  // Parts may be files, which are no text. Where bytes were replaced, the text is not among what was sent.
  for (const value of form.values()) {
    if (typeof value === "string" && value.includes("\ufffd") && !sent.includes(value)) {
      throw invalidBody(notUtf8());
    }
  }
  return form;
}

/**
 * The body as a form of a page sends it; of a repeated name the last counts.
 * @throws AppError invalid-request, too-large
 */
export async function readForm(request: Request, limit: number): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(decodedForm(await readBytes(request, limit))));
}

/**
 * The body as JSON, which is always UTF-8 (RFC 8259).
 * @throws AppError invalid-request when it is not JSON (also when it is empty)
 */
export async function readJson(request: Request, limit = jsonLimit): Promise<unknown> {
  const text = decoded(await readBytes(request, limit));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidBody(t`The body is not valid JSON`);
  }
}
