import { t } from "#app/language/message.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { ModerationRoutes } from "./api.ts";

/** The form that answers a decision. @param key of the decision */
export function appealDefinition(
  key: string,
): FormDefinition<ApiClient<ModerationRoutes>, { id: string }> {
  return {
    name: "appeal",
    fields: ["body"],
    check: ({ body = "" }) =>
      body.trim() === "" ? { body: t`Write why the decision should be changed` } : {},
    send: (api, { body = "" }) => api.post("/api/appeals/:key", { param: { key }, json: { body } }),
  };
}
