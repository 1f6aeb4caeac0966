import { apiClient } from "#app/ui/api-client.ts";
import type { notificationRoutes } from "../http.ts";

export type NotificationRoutes = ReturnType<typeof notificationRoutes>;

/** The API of notifications, typed by its routes. */
export const api = apiClient<NotificationRoutes>();
