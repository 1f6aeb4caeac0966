import { openLazily } from "#app/lib/lazy.ts";
import { answerOf, failureOf, needsOtherLimit } from "./messages.ts";
import { PromptHelperError, type PromptHelper } from "./port.ts";

export type ChatSettings = {
  /** Without a slash at the end, e.g. https://api.openai.com/v1. */
  baseUrl: string;
  model: string;
  apiKey?: string;
  /** Milliseconds that one answer may take in all. */
  deadlineMs?: number;
};

const usualDeadlineMs = 30_000;
/** Bytes of an answer; a description of a picture is far below it. */
const answerLimit = 256_000;
/** A description is at most 80 words; models that think aloud first need more. */
const mostTokens = 1_500;

/** Names of the field that holds back a model's answer; services know the one or the other. */
type LimitField = "max_tokens" | "max_completion_tokens";

async function readAll(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body ?? []) {
    total += chunk.byteLength;
    if (total > answerLimit) throw new PromptHelperError("bad-response", "The answer is too large");
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Why a call failed: the member cancelled, it timed out, or the connection broke. */
function brokenCall(error: unknown, cancelled: AbortSignal, deadline: AbortSignal): Error {
  if (error instanceof PromptHelperError) return error;
  const cause = { cause: error };
  if (cancelled.aborted) return new PromptHelperError("cancelled", "Nobody waits any more", cause);
  if (deadline.aborted) return new PromptHelperError("timeout", "No answer in time", cause);
  return new PromptHelperError("down", "The connection failed", cause);
}

/**
 * A helper behind the chat endpoint of OpenAI's shape: `POST {baseUrl}/chat/completions`. Only the operator's own
 * address is ever called: redirects are refused and nothing that an answer names is fetched. Nothing is asked twice,
 * but once where the service wants the limit of the answer by its other name.
 */
export function createChatHelper(settings: ChatSettings): PromptHelper {
  const { baseUrl, model, apiKey, deadlineMs = usualDeadlineMs } = settings;
  const connections = openLazily(async () => {
    const { Agent, fetch } = await import("undici");
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    return { fetch, agent };
  });
  let limitField: LimitField = "max_tokens";

  async function ask(system: string, words: string, signal: AbortSignal) {
    const { fetch, agent } = await connections.get();
    const answer = await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages: [
          { role: "system", content: system },
          { role: "user", content: words },
        ],
        [limitField]: mostTokens,
        stream: false,
      }),
      signal,
      dispatcher: agent,
      redirect: "error",
    });
    const body = parsed(await readAll(answer.body as AsyncIterable<Uint8Array> | null));
    return {
      ok: answer.ok,
      status: answer.status,
      headers: answer.headers as unknown as Headers,
      body,
    };
  }

  return {
    async rewrite(system, words, cancelled) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const signal = AbortSignal.any([cancelled, deadline]);
      try {
        let answer = await ask(system, words, signal);
        if (limitField === "max_tokens" && needsOtherLimit(answer.status, answer.body)) {
          limitField = "max_completion_tokens";
          answer = await ask(system, words, signal);
        }
        if (!answer.ok) throw failureOf(answer.status, answer.headers, answer.body);
        return answerOf(answer.body);
      } catch (error) {
        throw brokenCall(error, cancelled, deadline);
      }
    },
    close: () => connections.close(({ agent }) => agent.destroy()),
  };
}
