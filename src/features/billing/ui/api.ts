import { apiClient } from "#app/ui/api-client.ts";
import type { billingRoutes } from "../http.ts";
import type { grantCodeRoutes } from "../http/grant-codes.ts";

export type BillingRoutes = ReturnType<typeof billingRoutes> | ReturnType<typeof grantCodeRoutes>;

/** The API of credits and grant codes, typed by its routes. */
export const api = apiClient<BillingRoutes>();
