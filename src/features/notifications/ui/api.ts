import { apiClient } from "#app/ui/api-client.ts";
import type { notificationRoutes } from "../http.ts";

/** The API of notifications, typed by its routes. */
export const api = apiClient<ReturnType<typeof notificationRoutes>>();
