/** Tags that engines read inside a prompt; a member must not reach them through ours. */
const engineTags =
  /<\s*(?:lora|lyco|hypernet|sd_cpp_extra_args)\b[^>]*>(?:[^<]*<\/\s*sd_cpp_extra_args\s*>)?/gi;
/** `(word:1.3)` of the A1111 family. */
const weights = /\(([^()]*):\s*\d+(?:\.\d+)?\)/g;

/** A prompt without engine tags. */
export function withoutEngineTags(prompt: string): string {
  return prompt
    .replaceAll(engineTags, " ")
    .replaceAll(/\s{2,}/g, " ")
    .trim();
}

/** A prompt for engines that read plain language: tags gone, weights reduced to their words. */
export function plainPrompt(prompt: string): string {
  return withoutEngineTags(prompt).replaceAll(weights, "$1");
}

/** Words to avoid, said inside the prompt for engines that have no field for them. */
export function withAvoided(prompt: string, negative: string | undefined): string {
  const avoid = negative?.trim();
  return avoid ? `${prompt}\nAvoid: ${avoid}` : prompt;
}
