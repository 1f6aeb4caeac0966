import { apiClient } from "#app/ui/api-client.ts";
import type { deletionRoutes } from "../http.ts";

export type DeletionRoutes = ReturnType<typeof deletionRoutes>;

/** The API of deletions, typed by its routes. */
export const api = apiClient<DeletionRoutes>();
