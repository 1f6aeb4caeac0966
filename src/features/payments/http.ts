import { Hono } from "hono";
import { z } from "zod";
import { limitKey } from "#app/lib/client-ip.ts";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { jsonLimit, readBytes } from "#app/lib/read-body.ts";
import { text } from "#app/lib/text.ts";
import type { Services } from "#app/services.ts";
import { changeSubscription, keepEvent, openCheckout, openPortal } from "./commands.ts";
import { checkoutInput, subscriptionInput } from "./inputs.ts";
import { paymentsOf } from "./queries.ts";

const tag = "payments";
const addressOf = (what: string) => ({
  200: { description: what, schema: z.object({ url: z.string() }) },
});

const receiverDocs = described({
  tag,
  summary: "Where the provider of payments sends its events",
  headers: [
    {
      name: "stripe-signature",
      description: "The time and the signature over it and the body",
      required: true,
      schema: z.string(),
    },
  ],
  body: { schema: z.looseObject({ id: text(), type: text() }) },
  answers: {
    200: {
      description: "The event is kept; what follows from it is done later",
      schema: z.object({ received: z.literal(true) }),
    },
  },
  refuses: [400, 413, 415],
});

const checkoutDocs = described({
  tag,
  summary: "Opens the page on which a pack or a plan is paid",
  session: true,
  body: { schema: checkoutInput },
  answers: addressOf("Where to send the browser. The credits come once the payment succeeded"),
  refuses: [400, 403, 409, 503],
});

const portalDocs = described({
  tag,
  summary: "Opens the member's invoices, cards and plan at the provider",
  session: true,
  answers: addressOf("Where to send the browser"),
  refuses: [404, 503],
});

const subscriptionDocs = described({
  tag,
  summary: "Cancels, resumes or changes the member's plan",
  session: true,
  body: { schema: subscriptionInput },
  answers: {
    200: {
      description: "The plan as it is now",
      schema: z.object({
        state: z.string(),
        plan: z.string(),
        renewsAt: z.iso.datetime().nullable(),
        cancelsAt: z.iso.datetime().nullable(),
      }),
    },
  },
  refuses: [400, 403, 409, 422, 503],
});

type Needs = Pick<Services, "db" | "env" | "log" | "payments">;

/** The receiver of events, and what members ask for: checkout, portal, changes of the plan. */
export function paymentRoutes(services: Needs, limits: Limits) {
  const { db, payments } = services;
  return new Hono<AppEnv>()
    .post("/api/webhooks/stripe", receiverDocs, async (c) => {
      await limits.take("webhook", limitKey(c.get("ip")));
      const body = await readBytes(c.req.raw, jsonLimit);
      const signature = c.req.header("stripe-signature") ?? null;
      const event = await payments.verifyEvent(body, signature).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== "EventRefused") throw error;
        c.get("log").warn({ reason: error.message }, "payment event refused");
        throw new AppError("invalid-request", { detail: error.message, cause: error });
      });
      await keepEvent(services, event);
      return c.json({ received: true as const }, 200);
    })
    .post("/api/payments/checkout", checkoutDocs, async (c) => {
      const actor = requireMember(c);
      const wanted = await parseBody(c, checkoutInput);
      await limits.take("checkout", actor.userId);
      return c.json(await openCheckout(services, actor, wanted), 200);
    })
    .post("/api/payments/portal", portalDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("checkout", actor.userId);
      return c.json(await openPortal(services, actor), 200);
    })
    .post("/api/payments/subscription", subscriptionDocs, async (c) => {
      const actor = requireMember(c);
      const wanted = await parseBody(c, subscriptionInput);
      await limits.take("checkout", actor.userId);
      await changeSubscription(services, actor, wanted);
      const { subscription } = await paymentsOf(db, actor.userId, payments.mode);
      return c.json(
        {
          state: subscription?.state ?? "canceled",
          plan: subscription?.plan ?? "Free",
          renewsAt: subscription?.renewsAt ?? null,
          cancelsAt: subscription?.cancelsAt ?? null,
        },
        200,
      );
    });
}
