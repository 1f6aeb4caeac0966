import { EngineError } from "../port.ts";
import { fieldsOf, textOf } from "../remote/fields.ts";
import { redact, retryAfterOf, statusError } from "../remote/failures.ts";

type Problem = { message: string; code: string; type: string };

function problemOf(body: unknown): Problem {
  const error = fieldsOf(body)["error"] ?? body;
  if (typeof error === "string") return { message: error, code: "", type: "" };
  const fields = fieldsOf(error);
  return {
    message: textOf(fields["message"]),
    code: textOf(fields["code"]),
    type: textOf(fields["type"]),
  };
}

const declined = "The engine declined this prompt. Try other words.";

/**
 * The engine error of a refusal by the Images API. Gateways rewrite types, so code, type and text all count.
 * @param body the parsed answer, whatever it was
 */
export function refusalOf(
  status: number,
  headers: Headers,
  body: unknown,
  secrets: readonly string[],
): EngineError {
  const { message, code, type } = problemOf(body);
  const detail = {
    providerCode: code || type || `http-${status}`,
    cause: new Error(redact(message, secrets)),
  };
  const moderated =
    /moderation_blocked|content_policy_violation/.test(`${code} ${type}`) ||
    /safety system|safety_violations|content policy/i.test(message);
  if (moderated) return new EngineError("moderated-prompt", declined, detail);
  if (/insufficient_quota|billing_hard_limit_reached/.test(`${code} ${type}`)) {
    return new EngineError("quota", "This engine is not available right now.", detail);
  }
  if (status === 429) {
    return new EngineError("rate-limited", "The engine is busy.", {
      ...detail,
      retryAfterMs: retryAfterOf(headers),
    });
  }
  return statusError(status, headers, redact(message, secrets));
}
