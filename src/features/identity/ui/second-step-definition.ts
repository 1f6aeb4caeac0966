import { t } from "#app/language/message.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { IdentityRoutes } from "./api.ts";
import type { AuthUser } from "./auth-user.ts";

export const codeMissing = t`Type the code`;

/** The form for the second step of a sign-in. */
export const secondStepDefinition: FormDefinition<ApiClient<IdentityRoutes>, { user: AuthUser }> = {
  name: "second-step",
  fields: ["code"],
  secrets: ["code"],
  check: ({ code = "" }) => (code.trim() === "" ? { code: codeMissing } : {}),
  send: (api, { code = "" }) => api.post("/api/two-factor/sign-in", { json: { code } }),
};
