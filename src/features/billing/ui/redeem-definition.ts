import { t } from "#app/language/message.ts";
import type { ApiClient } from "#app/ui/api-client.ts";
import type { FormDefinition } from "#app/ui/form.ts";
import type { BillingRoutes } from "./api.ts";

type Redeemed = { credits: number; current: number };

/** The form that redeems a grant code. */
export const redeemDefinition: FormDefinition<ApiClient<BillingRoutes>, Redeemed> = {
  name: "redeem",
  fields: ["code"],
  check: ({ code = "" }) => (code.trim() === "" ? { code: t`Enter the code` } : {}),
  send: (api, { code = "" }) => api.post("/api/billing/redeem", { json: { code } }),
};
