/** A language model that rewrites what members typed. What it says is text of a stranger: callers clean and screen it. */

export type PromptHelper = {
  /**
   * The model's answer to these words, as it came.
   * @param system what the model is told to do (admins' prompts)
   * @param words the member's own
   * @throws PromptHelperError
   */
  rewrite(system: string, words: string, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

export type PromptHelperErrorKind =
  /** The key is wrong or may not use this model: the operator's matter. */
  | "auth"
  /** The operator's budget is used up. */
  | "quota"
  | "rate-limited"
  /** The service cannot be reached or is overloaded. */
  | "down"
  | "timeout"
  /** The model, or a filter before or behind it, would not answer. */
  | "declined"
  /** The service does not know the model or a field: the operator's matter. */
  | "invalid-request"
  /** An answer without words, or none that can be read. */
  | "bad-response"
  | "cancelled";

export class PromptHelperError extends Error {
  readonly kind: PromptHelperErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: PromptHelperErrorKind,
    message: string,
    detail: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = "PromptHelperError";
    this.kind = kind;
    this.retryAfterMs = detail.retryAfterMs;
  }
}

/** True for a PromptHelperError of any copy of the port. */
export function isPromptHelperError(error: unknown): error is PromptHelperError {
  return error instanceof Error && error.name === "PromptHelperError" && "kind" in error;
}
