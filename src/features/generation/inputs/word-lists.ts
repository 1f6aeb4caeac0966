import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";
import { listLimits, listName, readTemplate, sameName } from "#app/rules/prompt-template.ts";

const name = text()
  .trim()
  .max(listLimits.name)
  .refine((value) => listName.test(value), {
    error: () => t`Must have letters and digits, with single hyphens or underscores between them`,
  })
  .transform(sameName);

/** One entry; it may have alternatives and name other lists. */
const entry = words({ min: 1, max: listLimits.word }).superRefine((value, context) => {
  const read = readTemplate(value);
  if ("fault" in read) context.addIssue({ code: "custom", message: read.fault.message });
});

const entries = z
  .array(entry)
  .min(1, { error: () => t`Name at least one word` })
  .max(listLimits.words, { error: () => t`Must have at most ${listLimits.words} entries` });

/** Body of POST /api/word-lists. */
export const newWordList = z.strictObject({ name, words: entries });
export type NewWordList = z.output<typeof newWordList>;

/** Body of PATCH /api/word-lists/{id}; what is left out stays. */
export const wordListChanges = z
  .strictObject({ name: name.optional(), words: entries.optional() })
  .refine((changes) => Object.keys(changes).length > 0, { error: () => t`Nothing to change` });
export type WordListChanges = z.output<typeof wordListChanges>;
