import { apiClient } from "#app/ui/api-client.ts";
import type { socialRoutes } from "../http.ts";

/** The API of likes, follows and creators, typed by its routes. */
export const api = apiClient<ReturnType<typeof socialRoutes>>();
