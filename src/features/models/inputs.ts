import { z } from "zod";
import { text } from "#app/lib/text.ts";
import { modelActions } from "#app/rules/model-states.ts";

const sha256 = text().regex(/^[0-9a-f]{64}$/);

/** Hashes that an admin has seen and confirms, by the path of the file. */
const hashes = z
  .record(text().min(1).max(500), sha256)
  .refine((given) => Object.keys(given).length <= 20)
  .describe(
    "Hashes of files that the catalogue has none of, as the hub states them, by their paths",
  );

/** Asking for a model, with the licence that is accepted by it. */
export const wantInput = z.strictObject({
  licence: text().min(1).max(100).describe("The SPDX identifier of the licence, accepted"),
  hashes: hashes.optional(),
});
export type WantInput = z.output<typeof wantInput>;

/** What a model asks, confirmed. */
export const confirmInput = z.discriminatedUnion("asks", [
  z.strictObject({ asks: z.literal("hashes"), hashes }),
  z.strictObject({ asks: z.literal("slow") }),
]);
export type ConfirmInput = z.output<typeof confirmInput>;

export const actionInput = z.enum(modelActions);
