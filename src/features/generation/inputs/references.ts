import { z } from "zod";
import { t } from "#app/language/message.ts";
import { boardRoles, referenceLimits, referenceRoles } from "#app/rules/references.ts";

const { weight } = referenceLimits;
const shared = {
  role: z.enum(referenceRoles).describe("What the picture gives"),
  weight: z
    .number()
    .min(weight.min)
    .max(weight.max)
    .optional()
    .describe(
      `0 has no effect; ${weight.default} when left out. Only for models that weigh references`,
    ),
};

/** One of `references` of POST /api/generate: a picture that the member may remix, or an upload of their own. */
export const reference = z.union([
  z.strictObject({ pictureId: z.uuid(), ...shared }),
  z.strictObject({ uploadId: z.uuid(), ...shared }),
]);

export type ReferenceInput = z.output<typeof reference>;

/** The pictures of a style kit's mood board, in their order. */
export const boardInput = z
  .array(z.strictObject({ pictureId: z.uuid(), role: z.enum(boardRoles) }))
  .max(referenceLimits.board)
  .refine((board) => new Set(board.map(({ pictureId }) => pictureId)).size === board.length, {
    error: () => t`Must name each picture once`,
  });

export type BoardInput = z.output<typeof boardInput>;
