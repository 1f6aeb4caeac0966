import { apiClient } from "#app/ui/api-client.ts";
import type { socialRoutes } from "../http.ts";

export type SocialRoutes = ReturnType<typeof socialRoutes>;

/** The API of likes, follows and creators, typed by its routes. */
export const api = apiClient<SocialRoutes>();
