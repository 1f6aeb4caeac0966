import { apiClient } from "#app/ui/api-client.ts";
import type { searchRoutes } from "../http.ts";

/** The API of searches, typed by its routes. */
export const api = apiClient<ReturnType<typeof searchRoutes>>();
