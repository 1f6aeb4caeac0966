import { AppError } from "./errors.ts";

/** Bytes a JSON body may have. */
export const jsonLimit = 1_000_000;

function tooLarge(limit: number): AppError {
  return new AppError("too-large", { detail: `The body may have at most ${limit} bytes` });
}

/** True when the request announces a body. */
export function hasBody(headers: Headers): boolean {
  const length = headers.get("content-length");
  return headers.has("transfer-encoding") || (length !== null && length !== "0");
}

/**
 * Refuses by the headers alone, before a byte of the body is read.
 * @throws AppError too-large, unsupported-media-type
 */
export function checkBodyHeaders(headers: Headers, limit: number, types: readonly string[]): void {
  if (!hasBody(headers)) return;
  if (Number(headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!types.includes(type)) {
    throw new AppError("unsupported-media-type", { detail: `Send ${types.join(" or ")}` });
  }
}

/**
 * The whole body as text, counted while it comes in, for a chunked body announces no length.
 * @throws AppError too-large as soon as the limit is passed
 */
async function readText(request: Request, limit = jsonLimit): Promise<string> {
  if (request.headers.has("content-length")) {
    // The HTTP parser holds the sender to the length that was checked already.
    if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
    return request.text();
  }
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The body as JSON.
 * @throws AppError invalid-request when it is not JSON (also when it is empty)
 */
export async function readJson(request: Request, limit = jsonLimit): Promise<unknown> {
  const text = await readText(request, limit);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError("invalid-request", { detail: "The body is not valid JSON" });
  }
}
