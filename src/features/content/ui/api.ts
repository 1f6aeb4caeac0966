import { apiClient } from "#app/ui/api-client.ts";
import type { contentRoutes } from "../http.ts";

/** The API of messages, typed by its routes. */
export const api = apiClient<ReturnType<typeof contentRoutes>>();
