import { z } from "zod";
import { offered } from "#app/language/languages.ts";
import { text } from "#app/lib/text.ts";

/** A choice of language, by a form that works without script. */
export const languageInput = z.strictObject({
  language: z.enum(offered),
  /** Where the visitor is. */
  next: text().max(2_000).optional(),
});
