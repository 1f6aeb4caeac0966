import { t } from "#app/language/message.ts";
import { isDatabaseDown } from "./database-down.ts";
import { AppError, isAppError, type FieldError } from "./errors.ts";

/** RFC 9457. Further members depend on the type, e.g. available and required. */
type ProblemDocument = {
  type: string;
  title: string;
  /** The HTTP status; insufficient-credits puts the credit status ("blocked") here, as the API promises. */
  status: number | string;
  detail?: string;
  requestId: string;
  errors?: FieldError[];
};

/** Members that rate-limit.ts adds to a problem document. */
export type LimitFacts = { policy: string; quota: number; window: number };

/** SQLSTATEs of a database that cannot write any more; searched through `cause`, because libraries wrap what the driver threw. */
function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && at.code === "53100") return true;
  }
  return false;
}

/** Any error as an AppError: unknown ones become "internal" without their text. */
export function refusalOf(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (isDiskFull(error)) {
    return new AppError("storage-full", { detail: t`The disk for pictures is full`, cause: error });
  }
  if (isDatabaseDown(error)) {
    return new AppError("unavailable", { retryAfterSeconds: 5, cause: error });
  }
  return new AppError("internal", { cause: error });
}

/** Status, headers and document of an error response. */
export function problemParts(error: unknown, requestId: string) {
  const { code, status, title, info } = refusalOf(error);
  const document: ProblemDocument = {
    type: `urn:echoform:problem:${code}`,
    title,
    status,
    ...(info.detail !== undefined && { detail: info.detail }),
    requestId,
    ...(info.errors && { errors: info.errors }),
    ...info.extra,
  };
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  if (info.retryAfterSeconds !== undefined) {
    const wait = Math.max(1, Math.ceil(info.retryAfterSeconds));
    headers["retry-after"] = String(wait);
    if (code === "rate-limited" && info.extra?.["policy"] !== undefined) {
      const { policy, quota, window } = info.extra as LimitFacts;
      // draft-ietf-httpapi-ratelimit-headers
      headers["ratelimit-policy"] = `"${policy}";q=${quota};w=${window}`;
      headers["ratelimit"] = `"${policy}";r=0;t=${wait}`;
    }
  }
  return { status, headers, document };
}

/** The response to an error. It does not reveal the cause; whoever catches a 500 logs it once. */
export function problem(error: unknown, requestId: string): Response {
  const { status, headers, document } = problemParts(error, requestId);
  return new Response(JSON.stringify(document), { status, headers });
}
