import { apiClient } from "#app/ui/api-client.ts";
import type { promptRoutes } from "../http/prompts.ts";
import type { adminRoutes } from "../http.ts";

/** The API for admins, typed by its routes. */
export const api = apiClient<ReturnType<typeof adminRoutes> | ReturnType<typeof promptRoutes>>();
