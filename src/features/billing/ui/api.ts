import { apiClient } from "#app/ui/api-client.ts";
import type { billingRoutes } from "../http.ts";

/** The API of credits, typed by its routes. */
export const api = apiClient<ReturnType<typeof billingRoutes>>();
