import { apiClient } from "#app/ui/api-client.ts";
import type { paymentRoutes } from "../http.ts";

/** The API of payments, typed by its routes. */
export const api = apiClient<ReturnType<typeof paymentRoutes>>();
