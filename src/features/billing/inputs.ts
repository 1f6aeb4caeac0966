import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";
import { grantCodeStates } from "./queries/grant-codes.ts";

/** Body of POST /api/billing/redeem. */
export const redeemInput = z.strictObject({ code: text().trim().min(1).max(100) });

/** Body of POST /api/admin/grant-codes. */
export const newGrantCode = z.strictObject({
  credits: z.int().min(1).max(100_000).describe("Credits for each member who redeems it"),
  uses: z.int().min(1).max(100_000).default(1).describe("Members who may redeem it"),
  expiresAt: z.iso.datetime().nullable().default(null).describe("Null: it does not expire"),
  reason: words({ min: 1, max: 300, blank: () => t`A reason is required` }).describe(
    "Members read it in their ledger",
  ),
});

/** Body of PATCH /api/admin/grant-codes/{id}. */
export const grantCodeChange = z.strictObject({ revoked: z.boolean() });

/** Query of GET /api/admin/grant-codes and of the page of grant codes. */
export const grantCodeQuery = z.strictObject({
  state: z.enum(["all", ...grantCodeStates]).default("all"),
  cursor: text().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});

export type NewGrantCode = z.output<typeof newGrantCode>;
