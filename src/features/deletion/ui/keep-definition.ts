import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { DeletionRoutes } from "./api.ts";

/** The form that keeps an account, a single button. @param key of the deletion */
export function keepDefinition(key: string): FormDefinition<ApiClient<DeletionRoutes>, unknown> {
  return {
    name: "keep-account",
    fields: [],
    check: () => ({}),
    send: (api) => api.post("/api/deletions/:key/keep", { param: { key } }),
  };
}
