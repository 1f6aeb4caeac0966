import { apiClient } from "#app/ui/api-client.ts";
import type { picturesRoutes } from "../http.ts";

/** The API of pictures, typed by its routes. */
export const api = apiClient<ReturnType<typeof picturesRoutes>>();
