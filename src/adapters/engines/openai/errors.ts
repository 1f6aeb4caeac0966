import { EngineError } from "../port.ts";
import { fieldsOf, numberOf, textOf, wordsOf } from "../remote/fields.ts";
import { redact, retryAfterOf, statusError } from "../remote/failures.ts";

type Problem = {
  message: string;
  code: string;
  type: string;
  /** For gateways that put the status of a streamed error into its code. */
  status: number;
};

function problemOf(body: unknown): Problem {
  const error = fieldsOf(body)["error"] ?? body;
  if (typeof error === "string") return { message: error, code: "", type: "", status: 0 };
  const { message, code, type } = fieldsOf(error);
  return {
    message: textOf(message) || wordsOf(error),
    code: textOf(code),
    type: textOf(type),
    status: numberOf(code),
  };
}

const declined = "The engine declined this prompt. Try other words.";

/** Kinds by code or type, whatever the status: an error inside a stream has none. */
const classes: readonly (readonly [names: RegExp, status: number])[] = [
  [/rate_limit|too_many_requests|^requests$|^tokens$/, 429],
  [/invalid_api_key|authentication|permission|unauthorized/, 401],
  [/overloaded|server_error|internal_error|image_generation_failed|api_error|unavailable/, 503],
  [/timeout/, 504],
  [/invalid|unknown_parameter|missing_required|user_error|unsupported|not_found/, 400],
];

function classOf({ code, type, status }: Problem): number | undefined {
  if (status >= 400 && status < 600) return status;
  const found = [code, type].flatMap((name) =>
    classes.filter(([names]) => names.test(name)).map(([, known]) => known),
  );
  return found[0];
}

/**
 * Maps an error of the Images API to an engine error. Gateways rewrite types, so code, type and text all count.
 * @param status of the answer; null for an error inside a stream, whose answer began with 200
 * @param body the parsed response or event, of any shape
 */
export function refusalOf(
  status: number | null,
  headers: Headers,
  body: unknown,
  secrets: readonly string[],
): EngineError {
  const problem = problemOf(body);
  const { message, code, type } = problem;
  const detail = {
    providerCode: (code || type).slice(0, 100) || `http-${status ?? 200}`,
    cause: new Error(redact(message, secrets)),
  };
  const moderated =
    /moderation_blocked|content_policy_violation/.test(`${code} ${type}`) ||
    /safety system|safety_violations|content policy/i.test(message);
  if (moderated) return new EngineError("moderated-prompt", declined, detail);
  if (/insufficient_quota|billing_hard_limit_reached/.test(`${code} ${type}`)) {
    return new EngineError("quota", "This engine is not available right now.", detail);
  }
  // A service that reports its own failure has drawn nothing and bills nothing.
  const isOwnWord = status === null || status === 500;
  const known = isOwnWord ? (classOf(problem) ?? status ?? 500) : status;
  if (known === 429) {
    const retryAfterMs = retryAfterOf(headers);
    return new EngineError("rate-limited", "The engine is busy.", { ...detail, retryAfterMs });
  }
  const { kind, userMessage, billed, retryAfterMs } = statusError(known, headers, "");
  return new EngineError(kind, userMessage, { ...detail, billed, retryAfterMs });
}
