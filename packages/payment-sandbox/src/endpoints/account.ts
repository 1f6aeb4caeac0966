import type Stripe from "stripe";
import { z } from "zod";
import { expand } from "../params.ts";
import { endpoint } from "./endpoint.ts";

export const accountEndpoints = [
  endpoint(
    "GET",
    "/v1/account",
    z.strictObject({ expand }),
    async (_tx, _params, _ids, { accountId }) => {
      const account: Stripe.Account = {
        id: accountId,
        object: "account",
        charges_enabled: true,
        country: "US",
        default_currency: "usd",
        details_submitted: true,
        email: null,
        metadata: {},
        payouts_enabled: true,
        type: "standard",
      };
      return account;
    },
  ),
];
