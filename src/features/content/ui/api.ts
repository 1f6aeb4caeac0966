import { apiClient } from "#app/ui/api-client.ts";
import type { contentRoutes } from "../http.ts";

export type ContentRoutes = ReturnType<typeof contentRoutes>;

/** The API of messages, typed by its routes. */
export const api = apiClient<ContentRoutes>();
