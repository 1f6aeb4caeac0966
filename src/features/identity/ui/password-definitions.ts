import { t } from "#app/language/message.ts";
import { accountLabels } from "#app/rules/account-form.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { IdentityRoutes } from "./api.ts";

type Api = ApiClient<IdentityRoutes>;

const missing = t`Password is required`;

/** The form that sets a new password with the token of a mailed link. */
export function newPasswordDefinition(token: string): FormDefinition<Api, unknown> {
  return {
    name: "new-password",
    fields: ["newPassword"],
    secrets: ["newPassword"],
    check: ({ newPassword = "" }) => (newPassword === "" ? { newPassword: missing } : {}),
    send: (api, { newPassword = "" }) =>
      api.post("/api/auth/reset-password", { json: { newPassword, token } }),
    refusalOf: ({ detail }) => detail ?? accountLabels.reset.fallback,
  };
}

const changeFields = ["currentPassword", "newPassword"] as const;

/** The form that changes the password of the signed-in member. */
export const changePasswordDefinition: FormDefinition<Api, unknown> = {
  name: "password",
  fields: changeFields,
  secrets: changeFields,
  check: (typed) =>
    Object.fromEntries(
      changeFields.filter((field) => !typed[field]).map((field) => [field, missing]),
    ),
  send: (api, { currentPassword = "", newPassword = "" }) =>
    api.post("/api/auth/change-password", { json: { currentPassword, newPassword } }),
  errorsOf: ({ code }) =>
    code === "INVALID_PASSWORD" ? { currentPassword: t`This is not your password` } : {},
};
