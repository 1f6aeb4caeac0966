import { apiClient } from "#app/ui/api-client.ts";
import type { collectionRoutes } from "../http.ts";

export type CollectionRoutes = ReturnType<typeof collectionRoutes>;

/** The API of collections, typed by its routes. */
export const api = apiClient<CollectionRoutes>();
