import { withoutWeights } from "#app/rules/prompt-weights.ts";
import type { GenerateRequest } from "../port.ts";

/**
 * Tags that engines interpret inside a text; members must not be able to use them. Each comes from the engine's source:
 * sd-server takes every parameter of a drawing from the first; A1111, Forge and SD.Next load networks and styles by the
 * next two; ComfyUI loads a file by the last. The known ones are cut without their end too: texts are joined later.
 */
const engineTags: readonly RegExp[] = [
  /<\s*sd_cpp_extra_args\s*>[^]*?<\s*\/\s*sd_cpp_extra_args\s*>/gi,
  /<\s*\/?\s*(?:sd_cpp_extra_args|lora|lyco|hypernet)(?!\w)[^<>]*>?/gi,
  /<\s*[a-z_]\w*\s*:[^<>]*>/gi,
  /\bembedding:\S*/gi,
];

/** A text without engine tags, also those that appear once another is cut. */
export function withoutEngineTags(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest;) {
    before = rest;
    for (const tag of engineTags) rest = rest.replaceAll(tag, " ");
  }
  return rest.replaceAll(/\s{2,}/g, " ").trim();
}

/**
 * A prompt for engines that read plain language. Another engine's weights come here when this one takes its place. A tag
 * may be written in parts with weights between them, so tags are cut again once the weights are gone.
 */
export const plainPrompt = (prompt: string): string => withoutEngineTags(withoutWeights(prompt));

/** A prompt that includes the words to avoid, for engines without a field for them. Joining must not assemble a tag from two halves. */
export function withAvoided(prompt: string, negative: string | undefined): string {
  const avoid = negative?.trim();
  return avoid ? withoutEngineTags(`${prompt}\nAvoid: ${avoid}`) : prompt;
}

/** The request with every text of it free of engine tags: prompt, words to avoid, and the words of its style kit. */
export function withCleanTexts(request: GenerateRequest): GenerateRequest {
  const { prompt, negativePrompt, styleKit } = request;
  const clean = (text: string | undefined) => text && withoutEngineTags(text);
  return {
    ...request,
    prompt: withoutEngineTags(prompt),
    ...(negativePrompt !== undefined && { negativePrompt: withoutEngineTags(negativePrompt) }),
    ...(styleKit && {
      styleKit: {
        ...styleKit,
        material: clean(styleKit.material),
        lighting: clean(styleKit.lighting),
        camera: clean(styleKit.camera),
      },
    }),
  };
}
