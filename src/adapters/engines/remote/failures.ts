import { EngineError } from "../port.ts";
import { notPublic } from "#app/lib/address-guard.ts";

/** Codes of a connection that never carried our request: nothing was billed, a retry is safe. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return undefined;
}

/**
 * The engine error behind a failed call.
 * @param cancelled aborted when the member or the program gave up
 * @param deadline aborted when the engine's own time was over
 */
export function connectionError(
  error: unknown,
  cancelled: AbortSignal,
  deadline: AbortSignal,
): EngineError {
  if (error instanceof EngineError) return error;
  if (cancelled.aborted) {
    return new EngineError("cancelled", "The cast was cancelled.", {
      billed: "maybe",
      cause: error,
    });
  }
  if (deadline.aborted) {
    return new EngineError("timeout", "The engine did not answer in time.", {
      billed: "maybe",
      cause: error,
    });
  }
  const code = codeOf(error);
  if (code !== undefined && neverSent.has(code)) {
    return new EngineError("provider-down", "The engine cannot be reached.", {
      providerCode: code,
      cause: error,
    });
  }
  if (code === notPublic) {
    return new EngineError("bad-response", "The engine named an address we do not fetch from.", {
      billed: "maybe",
      providerCode: code,
      cause: error,
    });
  }
  return new EngineError("bad-response", "The connection to the engine broke.", {
    billed: "maybe",
    providerCode: code,
    cause: error,
  });
}

/** Codes of a connection that broke while our request was out. */
const broken = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "http-502",
  "http-504",
]);

/**
 * The same failure of a service that does not bill: nothing was charged, and a broken connection counts as none,
 * so a retry is allowed.
 */
export function withoutBill(error: EngineError): EngineError {
  if (error.billed === "no") return error;
  const lost = error.kind === "bad-response" && broken.has(error.providerCode ?? "");
  const { retryAfterMs, providerCode, report, cause } = error;
  return new EngineError(lost ? "provider-down" : error.kind, error.userMessage, {
    retryAfterMs,
    providerCode,
    report,
    cause,
  });
}

/** Longer waits are never honoured; timers overflow at 24 days. */
const longestWaitMs = 3_600_000;

/** Milliseconds a service asks us to wait, at most an hour, from `retry-after-ms` or `retry-after` (seconds or a date). */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get("retry-after");
  const asked = [
    Number(headers.get("retry-after-ms") ?? Number.NaN),
    Number(text ?? Number.NaN) * 1000,
    Math.max(0, Date.parse(text ?? "") - now),
  ].find((ms) => Number.isFinite(ms) && ms >= 0);
  return asked === undefined ? undefined : Math.min(longestWaitMs, asked);
}

/**
 * Maps a status to an engine error, for services without useful codes.
 * @param detail what the service said, for the operator's log only
 */
export function statusError(status: number, headers: Headers, detail: string): EngineError {
  const retryAfterMs = retryAfterOf(headers);
  const extra = { retryAfterMs, providerCode: `http-${status}`, cause: new Error(detail) };
  if (status === 401 || status === 403) {
    return new EngineError("auth", "This engine is not available right now.", extra);
  }
  if (status === 402)
    return new EngineError("quota", "This engine is not available right now.", extra);
  if (status === 404 || status === 400 || status === 422 || status === 413) {
    return new EngineError("invalid-request", "The engine did not accept this request.", extra);
  }
  if (status === 429) return new EngineError("rate-limited", "The engine is busy.", extra);
  if (status === 503 || status === 529)
    return new EngineError("overloaded", "The engine is busy.", extra);
  if (status === 502 || status === 504) {
    return new EngineError("provider-down", "The engine cannot be reached.", {
      ...extra,
      billed: "maybe",
    });
  }
  return new EngineError("bad-response", "The engine failed.", { ...extra, billed: "maybe" });
}

/** Removes keys and long base64 runs from a service's text before it reaches a log. */
export function redact(text: string, secrets: readonly string[]): string {
  const cut = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  return cut
    .slice(0, 4000)
    .replaceAll(/[A-Za-z0-9+/=_-]{200,}/g, "[data]")
    .slice(0, 500);
}
