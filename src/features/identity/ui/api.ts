import { apiClient } from "#app/ui/api-client.ts";
import type { authRoutes } from "../http/auth.ts";
import type { firstAdminRoutes } from "../http/first-admin.ts";
import type { passkeyRoutes } from "../http/passkeys.ts";
import type { portraitRoutes } from "../http/portraits.ts";
import type { profileRoutes } from "../http/profile.ts";
import type { sessionRoutes } from "../http/sessions.ts";
import type { twoFactorRoutes } from "../http/two-factor.ts";

export type IdentityRoutes =
  | ReturnType<typeof authRoutes>
  | ReturnType<typeof firstAdminRoutes>
  | ReturnType<typeof passkeyRoutes>
  | ReturnType<typeof portraitRoutes>
  | ReturnType<typeof profileRoutes>
  | ReturnType<typeof sessionRoutes>
  | ReturnType<typeof twoFactorRoutes>;

/** The API of accounts and profiles, typed by its routes. */
export const api = apiClient<IdentityRoutes>();
