import { paths } from "#app/paths.ts";
import {
  accountLabels,
  missingEntries,
  unexpectedFailure,
  type AccountMode,
  type Entered,
} from "#app/rules/account-form.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { IdentityRoutes } from "./api.ts";

/**
 * The form that signs in, signs up, or requests a reset link.
 * @param next path of this site to go to afterwards, also from the link of a confirmation mail
 */
export function accountDefinition(
  mode: AccountMode,
  next: string | null,
): FormDefinition<ApiClient<IdentityRoutes>, Entered> {
  const { fields, fallback } = accountLabels[mode];
  const callbackURL = paths.authCallback({ next, from: "signup" });
  return {
    name: mode,
    fields,
    secrets: ["password"],
    check: ({ name = "", email = "", password = "" }) =>
      missingEntries(mode, { name, email, password }),
    async send(api, typed) {
      const { name = "", password = "" } = typed;
      const email = (typed.email ?? "").trim();
      if (mode === "login") {
        return api.post("/api/auth/sign-in/email", { json: { email, password, callbackURL } });
      }
      if (mode === "signup") {
        return api.post("/api/auth/sign-up/email", {
          json: { name, email, password, callbackURL },
        });
      }
      const asked = await api.post("/api/auth/request-password-reset", { json: { email } });
      return asked.ok ? { ok: true, data: {} } : asked;
    },
    // The provider's message, or the default message of the mode.
    refusalOf({ title, detail }) {
      const said = detail ?? title;
      return said === unexpectedFailure ? fallback : said;
    },
  };
}
