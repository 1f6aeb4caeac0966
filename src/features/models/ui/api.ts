import { apiClient } from "#app/ui/api-client.ts";
import type { modelRoutes } from "../http.ts";

/** The API of models on this machine, typed by its routes. */
export const api = apiClient<ReturnType<typeof modelRoutes>>();
