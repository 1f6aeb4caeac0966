import { t } from "#app/language/message.ts";
import type { OfferId } from "#app/rules/price-list.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { api } from "./api.ts";

/**
 * Opens the provider's page for an offer.
 * @param next where the member wants to be after paying; a path of this site
 */
export function useCheckout(next: string) {
  return useMutation(
    (offer: OfferId) => api.post("/api/payments/checkout", { json: { offer, next } }),
    {
      refusedTitle: t`The checkout could not be opened`,
      onDone: ({ url }) => location.assign(url),
    },
  );
}

/** Opens the provider's page for cards and invoices. */
export function usePortal() {
  return useMutation(() => api.post("/api/payments/portal"), {
    refusedTitle: t`The payment page could not be opened`,
    onDone: ({ url }) => location.assign(url),
  });
}
