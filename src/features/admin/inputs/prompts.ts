import { z } from "zod";
import { castLimits } from "#app/rules/cast-limits.ts";
import { promptPurposes } from "../queries/prompts.ts";

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `At most ${most} characters` })
    .refine((value) => !value.includes("\0"), "Must not contain the character NUL");

const body = text(4000).refine((value) => value !== "", "Say what the model is to do");

/** Body of POST /api/admin/prompts. */
export const newPrompt = z.strictObject({
  purpose: z.enum(promptPurposes),
  body,
  note: text(200).default(""),
});

/** Body of POST /api/admin/prompts/preview: a draft, and words to try it on. */
export const promptPreview = z.strictObject({
  body,
  prompt: text(castLimits.prompt.max).refine((value) => value !== "", "Words to try it on"),
});

export type NewPrompt = z.output<typeof newPrompt>;
