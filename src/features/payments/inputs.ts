import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { offerIds } from "#app/rules/price-list.ts";

export const checkoutInput = z.strictObject({
  offer: z.enum(offerIds),
  /** Where the member wants to be after paying: an address of this site. */
  next: text().max(2000).optional(),
});

export const subscriptionInput = z.strictObject({
  action: z.enum(["cancel", "resume", "change"]),
  /** The plan to change to. */
  offer: z.enum(offerIds).optional(),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;
