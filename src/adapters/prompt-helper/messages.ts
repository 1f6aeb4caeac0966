import { z } from "zod";
import { PromptHelperError, type PromptHelperErrorKind } from "./port.ts";

/** Gateways send the error as an object, as plain text, or not at all. */
const refusal = z.looseObject({
  error: z
    .union([
      z.string().transform((message) => ({ message, code: null, type: null, param: null })),
      z.looseObject({
        message: z.string().catch(""),
        code: z.union([z.string(), z.number()]).nullish().catch(null),
        type: z.string().nullish().catch(null),
        param: z.string().nullish().catch(null),
      }),
    ])
    .optional(),
});

function wordsOf(body: unknown): { message: string; code: string } {
  const error = refusal.safeParse(body).data?.error;
  const { code, type, param } = error ?? {};
  return {
    message: error?.message ?? "",
    code: [code, type, param].map((part) => part ?? "").join(" "),
  };
}

/** Whether a service refuses `max_tokens` and wants `max_completion_tokens`. */
export function needsOtherLimit(status: number, body: unknown): boolean {
  if (status !== 400 && status !== 422) return false;
  const { message, code } = wordsOf(body);
  return /\bmax_tokens\b/.test(`${code} ${message}`);
}

/** Milliseconds that the service asks us to wait: `retry-after-ms`, or `retry-after` in seconds. */
function waitOf(headers: Headers): number | undefined {
  const ms = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function kindOf(status: number, words: string): PromptHelperErrorKind {
  if (/insufficient_quota|billing_hard_limit/.test(words)) return "quota";
  if (/content_filter|content_policy|moderation|safety/.test(words)) return "declined";
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 429) return "rate-limited";
  if (status >= 500) return "down";
  return "invalid-request";
}

/** The error behind a refusal. The service's own words may hold a key and are not repeated; its code is. */
export function failureOf(status: number, headers: Headers, body: unknown): PromptHelperError {
  const { message, code } = wordsOf(body);
  const kind = kindOf(status, `${code} ${message}`.toLowerCase());
  return new PromptHelperError(kind, `HTTP ${status} ${code}`.trim().slice(0, 120), {
    retryAfterMs: waitOf(headers),
  });
}

const part = z.looseObject({ text: z.string().optional() });
const completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.union([z.string(), z.array(part)]).nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    )
    .min(1),
});

/** The words of a chat completion. @throws PromptHelperError declined, bad-response */
export function answerOf(body: unknown): string {
  const read = completion.safeParse(body);
  if (!read.success) throw new PromptHelperError("bad-response", "This is no chat completion");
  const [{ message, finish_reason: reason }] = read.data.choices;
  if (message.refusal || reason === "content_filter") {
    throw new PromptHelperError("declined", "The model declined");
  }
  const { content } = message;
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("");
}
