import { t } from "#app/language/message.ts";

/** Every refusal the product makes, with its HTTP status and fixed title (RFC 9457). */
const refusals = {
  "invalid-request": [400, () => t`The request is not valid`],
  "idempotency-key-required": [400, () => t`An Idempotency-Key header is required`],
  unauthenticated: [401, () => t`Sign in first`],
  "insufficient-credits": [402, () => t`Not enough credits`],
  forbidden: [403, () => t`Not allowed`],
  "fresh-factor-required": [403, () => t`Confirm that it is you`],
  "second-factor-required": [403, () => t`Set up a second factor first`],
  "not-found": [404, () => t`Not found`],
  "method-not-allowed": [405, () => t`Method not allowed`],
  conflict: [409, () => t`Conflict with the present state`],
  "key-reused": [409, () => t`This Idempotency-Key was used for another request`],
  "too-large": [413, () => t`Too large`],
  "unsupported-media-type": [415, () => t`Unsupported media type`],
  unprocessable: [422, () => t`Cannot be processed`],
  "rate-limited": [429, () => t`Too many requests`],
  internal: [500, () => t`Something went wrong on our side`],
  unavailable: [503, () => t`Not available right now`],
  "storage-full": [507, () => t`No space left`],
} as const satisfies Record<string, readonly [status: number, title: () => string]>;

export type AppErrorCode = keyof typeof refusals;

/** One field of the input that was refused: path as in the JSON body, stable code, plain sentence. */
export type FieldError = { path: string; code: string; message: string };

export type AppErrorDetail = {
  detail?: string;
  errors?: FieldError[];
  /** Extra members of the problem document, e.g. available and required for insufficient-credits. */
  extra?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** A refusal: thrown anywhere, turned into a problem document in one place. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly status: number;
  readonly title: string;
  readonly info: AppErrorDetail;

  constructor(code: AppErrorCode, info: AppErrorDetail = {}) {
    const [status, titleOf] = refusals[code];
    const title = titleOf();
    super(info.detail ?? title, { cause: info.cause });
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.title = title;
    this.info = info;
  }
}

/** True for an AppError of this or another bundle of the same program. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && "info" in error;
}

/** Shorthand for one refused field. */
export function fieldError(path: string, code: string, message: string): AppError {
  return new AppError("invalid-request", { detail: message, errors: [{ path, code, message }] });
}
