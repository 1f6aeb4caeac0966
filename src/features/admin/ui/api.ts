import { apiClient } from "#app/ui/api-client.ts";
import type { bulkRoutes } from "../http/bulk.ts";
import type { operationsRoutes } from "../http/operations.ts";
import type { adminCollectionRoutes } from "../http/collections.ts";
import type { adminPaymentRoutes } from "../http/payments.ts";
import type { promptRoutes } from "../http/prompts.ts";
import type { adminSearchRoutes } from "../http/search.ts";
import type { adminRoutes } from "../http.ts";

/** The API for admins, typed by its routes. */
export const api = apiClient<
  | ReturnType<typeof adminRoutes>
  | ReturnType<typeof bulkRoutes>
  | ReturnType<typeof operationsRoutes>
  | ReturnType<typeof adminPaymentRoutes>
  | ReturnType<typeof promptRoutes>
  | ReturnType<typeof adminCollectionRoutes>
  | ReturnType<typeof adminSearchRoutes>
>();
