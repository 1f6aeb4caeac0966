import { t } from "#app/language/message.ts";
import type { ContactKind } from "#app/rules/contact-kinds.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { ContentRoutes } from "./api.ts";

/** The form that sends a message to the operator. A guest also enters a name and an email address. */
export function contactDefinition(
  kind: ContactKind,
  isGuest: boolean,
): FormDefinition<ApiClient<ContentRoutes>, { id: string }> {
  return {
    name: "contact",
    fields: ["name", "email", "body"],
    check({ name = "", email = "", body = "" }) {
      return {
        ...(isGuest && name.trim() === "" && { name: t`Name is required` }),
        ...(isGuest && email.trim() === "" && { email: t`Email is required` }),
        ...(body.trim() === "" && { body: t`Write what it is about` }),
      };
    },
    send: (api, { name = "", email = "", body = "" }) =>
      api.post("/api/contact", {
        json: isGuest ? { kind, name, email, body } : { kind, body },
      }),
  };
}
