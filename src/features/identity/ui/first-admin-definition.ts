import { missingEntries } from "#app/rules/account-form.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { IdentityRoutes } from "./api.ts";

/** The form behind the one-time link of `npm start`. */
export function firstAdminDefinition(
  token: string,
): FormDefinition<ApiClient<IdentityRoutes>, { user: unknown }> {
  return {
    name: "first-admin",
    fields: ["name", "email", "password"],
    secrets: ["password"],
    check: ({ name = "", email = "", password = "" }) =>
      missingEntries("signup", { name, email, password }),
    send: (api, { name = "", email = "", password = "" }) =>
      api.post("/api/first-admin", { json: { token, name, email: email.trim(), password } }),
  };
}
