import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { promptPurposes } from "../queries/prompts.ts";

const line = (most: number) =>
  text()
    .trim()
    .max(most, { error: () => t`At most ${most} characters` });

const body = line(4000).refine((value) => value !== "", {
  error: () => t`Say what the model is to do`,
});

/** Body of POST /api/admin/prompts. */
export const newPrompt = z.strictObject({
  purpose: z.enum(promptPurposes),
  body,
  note: line(200).default(""),
});

/** Body of POST /api/admin/prompts/preview: a draft, and words to try it on. */
export const promptPreview = z.strictObject({
  body,
  prompt: line(castLimits.prompt.max).refine((value) => value !== "", {
    error: () => t`Words to try it on`,
  }),
});

export type NewPrompt = z.output<typeof newPrompt>;
