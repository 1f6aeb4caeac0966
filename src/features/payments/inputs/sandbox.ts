import { z } from "zod";
import { words } from "#app/lib/text.ts";

/** What a buyer can press on the page of a trial checkout. */
export const checkoutPress = z.object({
  act: z.enum([
    "pay",
    "decline",
    "challenge",
    "authenticate",
    "fail-authentication",
    "pay-late",
    "cancel",
  ]),
});

const id = words({ min: 1, max: 255 });

/** What a customer can press in the trial portal. */
export const portalPress = z.discriminatedUnion("act", [
  z.object({ act: z.enum(["cancel", "resume"]), subscription: id }),
  z.object({ act: z.literal("change"), subscription: id, price: id }),
  z.object({ act: z.literal("pay"), invoice: id }),
  z.object({ act: z.literal("break-card") }),
  z.object({ act: z.literal("mend-card") }),
]);

/** Steps by which the clock can be moved, in seconds. */
export const clockSteps = {
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
  month: 31 * 86_400,
} as const;

/** What an admin can press on the page of controls. */
export const controlPress = z.discriminatedUnion("do", [
  z.object({ do: z.enum(["renew", "fail-renewal"]), subscription: id }),
  z.object({ do: z.literal("refund"), payment: id }),
  z.object({ do: z.literal("refund-part"), payment: id, amount: words({ min: 0, max: 20 }) }),
  z.object({
    do: z.enum(["open-dispute", "win-dispute", "lose-dispute", "settle-transfer", "fail-transfer"]),
    payment: id,
  }),
  z.object({ do: z.enum(["lose-next", "double-next"]) }),
  z.object({ do: z.literal("resend"), event: id }),
  z.object({ do: z.literal("move-clock"), step: z.enum(["hour", "day", "week", "month"]) }),
]);

export type ControlPress = z.output<typeof controlPress>;
