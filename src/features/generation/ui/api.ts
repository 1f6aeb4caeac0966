import { apiClient } from "#app/ui/api-client.ts";
import type { promptHelpRoutes } from "../http/prompt-help.ts";
import type { ownEngineRoutes } from "../http/own-engines.ts";
import type { promptRuleRoutes } from "../http/prompt-rules.ts";
import type { generationRoutes } from "../http.ts";

/** The API of casts, style kits and prompts, typed by its routes. */
export const api = apiClient<
  | ReturnType<typeof generationRoutes>
  | ReturnType<typeof promptHelpRoutes>
  | ReturnType<typeof promptRuleRoutes>
  | ReturnType<typeof ownEngineRoutes>
>();
