/** What our catalogue says in English of its models, in the reader's language. */
import { t } from "#app/language/message.ts";

/** By the English sentence, not by the model: an operator's file may say something else of a model of the same id. */
const sentences: Readonly<Record<string, () => string>> = {
  "One step a picture: the small model for machines without a graphics card.": () =>
    t`One step a picture: the small model for machines without a graphics card.`,
  "Follows words well, writes short texts and takes up to four pictures as references.": () =>
    t`Follows words well, writes short texts and takes up to four pictures as references.`,
  "Photographs and faces from words alone, in eight steps.": () =>
    t`Photographs and faces from words alone, in eight steps.`,
  "Large pictures in four steps, in many styles.": () =>
    t`Large pictures in four steps, in many styles.`,
  "Stable Diffusion 1.5 for drawings and portraits, on small graphics cards.": () =>
    t`Stable Diffusion 1.5 for drawings and portraits, on small graphics cards.`,
  "Draws nothing by itself: makes finished pictures larger, with fine detail.": () =>
    t`Draws nothing by itself: makes finished pictures larger, with fine detail.`,
  "Pictures may be sold; nothing is asked of those who use it.": () =>
    t`Pictures may be sold; nothing is asked of those who use it.`,
  "Pictures may be sold; the licence forbids some uses, such as deceiving or harming people.": () =>
    t`Pictures may be sold; the licence forbids some uses, such as deceiving or harming people.`,
};

/**
 * A summary or a licence's sentence for readers: ours in their language, an operator's as it was written.
 * @param sentence as the catalogue has it
 */
export function catalogueText(sentence: string): string {
  return Object.hasOwn(sentences, sentence) ? sentences[sentence]() : sentence;
}
