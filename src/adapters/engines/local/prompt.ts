/** The words that a model is given. */
import type { CatalogueModel } from "#app/rules/local-models.ts";
import type { GenerateRequest } from "../port.ts";
import { plainPrompt } from "../remote/prompt-text.ts";
import { withReferenceWords } from "../remote/references.ts";
import type { LocalProgram } from "./types.ts";

/** Models whose words are read by CLIP alone, which weighs `(word:1.2)`; others would read the brackets. */
export const readsWeights = ({ family }: CatalogueModel): boolean =>
  family !== "flux2-klein" && family !== "z-image";

/**
 * The prompt of one picture. The addon calls the pictures that FLUX.2 klein is given @image1 and so on, and leaves out those
 * that are not named; sd-server gives it all of them.
 */
export function promptFor(
  request: GenerateRequest,
  model: CatalogueModel,
  program: LocalProgram,
): string {
  const { references = [], source } = request;
  const prompt = readsWeights(model) ? request.prompt : plainPrompt(request.prompt);
  const hasSource = source !== undefined && !model.abilities.strength;
  const told =
    references.length === 0 && hasSource
      ? "Image 1 is the picture to change."
      : withReferenceWords("", references, hasSource).trim();
  if (told === "") return prompt;
  const named = program === "addon" ? told.replaceAll(/^Image (\d+)/gm, "@image$1") : told;
  return `${prompt}\n${named}`;
}
