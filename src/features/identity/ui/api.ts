import { apiClient } from "#app/ui/api-client.ts";
import type { authRoutes } from "../http/auth.ts";
import type { portraitRoutes } from "../http/portraits.ts";
import type { profileRoutes } from "../http/profile.ts";
import type { sessionRoutes } from "../http/sessions.ts";

export type IdentityRoutes =
  | ReturnType<typeof authRoutes>
  | ReturnType<typeof portraitRoutes>
  | ReturnType<typeof profileRoutes>
  | ReturnType<typeof sessionRoutes>;

/** The API of accounts and profiles, typed by its routes. */
export const api = apiClient<IdentityRoutes>();
