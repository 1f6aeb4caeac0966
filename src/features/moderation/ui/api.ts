import { apiClient } from "#app/ui/api-client.ts";
import type { moderationRoutes } from "../http.ts";

export type ModerationRoutes = ReturnType<typeof moderationRoutes>;

/** The API of decisions and appeals, typed by its routes. */
export const api = apiClient<ModerationRoutes>();
