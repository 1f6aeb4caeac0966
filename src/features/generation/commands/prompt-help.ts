import { t } from "#app/language/message.ts";
import { isPromptHelperError, type PromptHelperError } from "#app/adapters/prompt-helper/port.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { cleanAnswer, repeatsOrders } from "#app/rules/prompt-help.ts";
import type { Services } from "#app/services.ts";
import { activePrompt } from "../queries/prompts.ts";
import { screenPrompt } from "./prompt-rules.ts";

type Parts = Pick<Services, "db" | "live" | "log" | "promptHelper">;

/** Kinds that need the operator's attention. */
const operatorKinds: ReadonlySet<string> = new Set(["auth", "quota", "invalid-request"]);

function refusalOf({ kind, retryAfterMs }: PromptHelperError): AppError {
  if (kind === "declined") {
    return new AppError("unprocessable", { detail: t`The prompt helper declined these words` });
  }
  const retryAfterSeconds = Math.ceil((retryAfterMs ?? 10_000) / 1000);
  if (kind === "rate-limited") {
    return new AppError("unavailable", { detail: t`The prompt helper is busy`, retryAfterSeconds });
  }
  return new AppError("unavailable", {
    detail: t`The prompt helper does not answer right now`,
    retryAfterSeconds,
  });
}

/**
 * The model's rewrite of a member's text, by these instructions. The member's text is marked as such, so that it
 * is not taken as instructions; an output that repeats the instructions is refused.
 * @throws AppError not-found where no helper is set up; unprocessable, unavailable
 */
export async function askHelper(
  { log, promptHelper }: Pick<Parts, "log" | "promptHelper">,
  orders: string,
  words: string,
  signal: AbortSignal,
): Promise<string> {
  if (promptHelper === null) {
    throw new AppError("not-found", { detail: t`No prompt helper is set up here` });
  }
  const marked = `<words>\n${words.replaceAll(/<\/?words>/gi, " ")}\n</words>`;
  let answer: string;
  try {
    answer = await promptHelper.rewrite(orders, marked, signal);
  } catch (error) {
    if (!isPromptHelperError(error)) throw error;
    const level = operatorKinds.has(error.kind) ? "error" : "warn";
    log[level]({ err: error, kind: error.kind }, "the prompt helper failed");
    throw refusalOf(error);
  }
  const cleaned = cleanAnswer(answer);
  if (cleaned === "" || repeatsOrders(cleaned, orders, words)) {
    throw new AppError("unprocessable", { detail: t`The prompt helper found no better words` });
  }
  return cleaned;
}

/**
 * An improved prompt. A prompt that a rule refuses is not sent anywhere; the result is the
 * model's, to be read before it is cast, when it is screened like any prompt.
 * @throws AppError invalid-request (a rule), not-found, unprocessable, unavailable
 */
export async function enhancePrompt(
  services: Parts,
  actor: Member,
  words: string,
  signal: AbortSignal,
): Promise<{ prompt: string }> {
  if (services.promptHelper !== null) await screenPrompt(services, actor, words);
  const orders = await activePrompt(services.db, "enhance");
  if (orders === null) {
    throw new AppError("not-found", { detail: t`No prompt helper is set up here` });
  }
  return { prompt: await askHelper(services, orders, words, signal) };
}
