import { escapeTemplate } from "#app/rules/prompt-template.ts";
import type { Cast } from "../queries.ts";

/** The prompt of a cast as it is typed: a plain one from before there were alternatives is written so that it stays plain. */
export const typedPrompt = ({ prompt, texts }: Pick<Cast, "prompt" | "texts">): string =>
  texts === null ? escapeTemplate(prompt) : prompt;

/** The text that a picture of a cast is drawn from. */
export const textOf = ({ prompt, texts }: Pick<Cast, "prompt" | "texts">, index: number): string =>
  texts?.[index] ?? prompt;

/** Whether something of a prompt may have to be said before it is cast: alternatives, lists, weights. */
export const mayVary = (prompt: string): boolean => /[{}\\]|__|\([^)]*:/.test(prompt);
