import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { chosenReasons, sanctionLimits } from "#app/rules/sanctions.ts";

/** What people write: line breaks and tabs, and no other invisible characters. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;
const plain = (most: number) =>
  text()
    .transform((given) => given.normalize("NFC").replaceAll("\r\n", "\n").trim())
    .refine((given) => !hidden.test(given), { error: () => t`Control characters are not allowed` })
    .refine((given) => given.length <= most, { error: () => t`At most ${most} characters` });

const note = plain(sanctionLimits.note).transform((given) => (given === "" ? null : given));
const { least, most, default: usual } = sanctionLimits.suspensionDays;

/** Body of POST /api/admin/members/{id}/sanctions. The note is for the member. */
export const sanctionInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("suspension"),
    reason: z.enum(chosenReasons),
    note: note.default(null),
    days: z
      .int({ error: () => t`A whole number of days` })
      .min(least, { error: () => t`At least ${least} day` })
      .max(most, { error: () => t`At most ${most} days` })
      .default(usual),
  }),
  z.strictObject({
    kind: z.literal("kit"),
    kit: z.uuid({ error: () => t`This is not a valid id` }),
    reason: z.enum(chosenReasons),
    note: note.default(null),
  }),
  z.strictObject({
    kind: z.enum(["strike", "ban", "closure", "name", "bio", "avatar", "cover"]),
    reason: z.enum(chosenReasons),
    note: note.default(null),
  }),
]);

/** Query of GET /api/admin/review and of the page of the review. */
export const reviewQuery = z.strictObject({
  cursor: text().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** Body of POST /api/admin/review/{id}; the reason and the note of a rejection are for the owner. */
export const reviewInput = z.strictObject({
  action: z.enum(["approve", "reject"]),
  reason: z.enum(chosenReasons).optional(),
  note: note.default(null),
});

/** Body of POST /api/admin/sanctions/{id}/lift. */
export const liftInput = z.strictObject({ note: note.default(null) });

/** Body of POST /api/appeals/{key}. */
export const appealInput = z.strictObject({
  body: plain(sanctionLimits.appeal).refine((given) => given !== "", {
    error: () => t`Write why the decision should be changed`,
  }),
});

export const appealStates = ["open", "granted", "declined"] as const;

/** Query of GET /api/admin/appeals and of the page of appeals. */
export const appealQuery = z.strictObject({
  state: z.enum(appealStates).default("open"),
  cursor: text().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});

/** Body of POST /api/admin/appeals/{id}/answer; granted lifts the decision. */
export const answerInput = z.strictObject({
  outcome: z.enum(["granted", "declined"]),
  answer: plain(sanctionLimits.appeal).refine((given) => given !== "", {
    error: () => t`Write an answer`,
  }),
});

/** Body of POST /api/account/close: one's own username, so that nobody closes an account by a slip. */
export const closeInput = z.strictObject({ username: text(() => t`Write your username`).max(80) });

export type SanctionInput = z.output<typeof sanctionInput>;
export type ReviewInput = z.output<typeof reviewInput>;
export type AnswerInput = z.output<typeof answerInput>;
