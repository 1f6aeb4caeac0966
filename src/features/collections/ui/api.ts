import { apiClient } from "#app/ui/api-client.ts";
import type { collectionRoutes } from "../http.ts";

/** The API of collections, typed by its routes. */
export const api = apiClient<ReturnType<typeof collectionRoutes>>();
