import { apiClient } from "#app/ui/api-client.ts";
import type { exportRoutes } from "../http.ts";
import type { importRoutes } from "../http/imports.ts";

/** The API of exports, typed by its routes. */
export const api = apiClient<ReturnType<typeof exportRoutes>>();

/** The API of imports, typed by its routes. */
export const importApi = apiClient<ReturnType<typeof importRoutes>>();

/** Where the archive of an export is downloaded from. */
export const archiveAddress = (id: string) => `/api/exports/${id}/archive`;
