import { t } from "#app/language/message.ts";
import type { Capabilities } from "#app/adapters/engines/port.ts";
import type { Member } from "#app/lib/actor.ts";
import { fieldError } from "#app/lib/errors.ts";
import { castTexts, templateOf, type WordLists } from "#app/rules/prompt-expansion.ts";
import { isTemplate, readTemplate, type TemplateFault } from "#app/rules/prompt-template.ts";
import { weightIn } from "#app/rules/prompt-weights.ts";
import type { Services } from "#app/services.ts";
import { listsByName } from "../queries/word-lists.ts";
import { screenPrompt } from "./prompt-rules.ts";

/** The words of a cast: the prompt, and the text of each picture where it is drawn from alternatives or lists. */
export type DrawnWords = { prompt: string; texts: string[] | null };

type Wish = {
  /** As typed. */
  prompt: string;
  count: number;
  seed: number;
  /** Whether each combination is drawn once. */
  each: boolean;
};

const refused = ({ code, message }: TemplateFault) =>
  fieldError("prompt", `template:${code}`, message);

function textsOf(wish: Wish, lists: WordLists): DrawnWords {
  const { prompt, count, each } = wish;
  const template = templateOf(prompt, lists);
  if ("fault" in template) throw refused(template.fault);
  if (each && template.combinations !== count) {
    const { combinations } = template;
    const reason = t`There are ${combinations} combinations: ask for as many pictures`;
    throw fieldError("count", "combinations", reason);
  }
  const drawn = castTexts({ ...wish, lists });
  if ("fault" in drawn) throw refused(drawn.fault);
  // Text alone, perhaps with signs that are escaped: it is the prompt itself.
  if (!isTemplate(prompt)) return { prompt: drawn.texts[0], texts: null };
  return { prompt, texts: drawn.texts };
}

/**
 * Draws the texts of a cast's pictures and has each pass the rules of prompts, before anything is charged.
 * @throws AppError invalid-request that names the place in the prompt, or the number of pictures
 */
export async function drawWords(
  services: Pick<Services, "db" | "live" | "log">,
  actor: Member,
  wish: Wish,
): Promise<DrawnWords> {
  const read = readTemplate(wish.prompt);
  if ("fault" in read) throw refused(read.fault);
  const isPlain = read.parts.every((part) => typeof part === "string");
  const lists: WordLists = isPlain ? new Map() : await listsByName(services.db, actor.userId);
  const words = textsOf(wish, lists);
  for (const text of new Set(words.texts ?? [words.prompt])) {
    await screenPrompt(services, actor, text);
  }
  return words;
}

/** @throws AppError invalid-request for weights that the model does not read: they are refused, not ignored */
export function checkWeights({ label, weights }: Capabilities, { prompt, texts }: DrawnWords) {
  if (weights) return;
  for (const text of texts ?? [prompt]) {
    const found = weightIn(text);
    if (found === null) continue;
    const reason = t`${label} reads no weights such as “${found}”: write the words alone`;
    throw fieldError("prompt", "weights", reason);
  }
}
