import type { Env } from "#app/env.ts";
import { createChatHelper } from "./chat.ts";
import type { PromptHelper } from "./port.ts";

/** The service of PROMPT_HELPER_URL, or null where there is none. */
export function openPromptHelper(
  env: Pick<Env, "PROMPT_HELPER_URL" | "PROMPT_HELPER_KEY" | "PROMPT_HELPER_MODEL">,
): PromptHelper | null {
  const { PROMPT_HELPER_URL: baseUrl, PROMPT_HELPER_MODEL: model } = env;
  if (baseUrl === undefined || model === undefined) return null;
  return createChatHelper({ baseUrl, model, apiKey: env.PROMPT_HELPER_KEY });
}
