/** Characters of a sentence that count; a prompt without a full stop would be one long sentence. */
const longestSentence = 300;

/** The first sentence, or all of a text that has none. */
function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const end = /[.!?](?=\s|$)/.exec(line);
  return Array.from(end ? line.slice(0, end.index) : line)
    .slice(0, longestSentence)
    .join("");
}

/**
 * The text that stands for a picture in the search by meaning: its title, the first sentence of its prompt and its
 * tags. One vector of these finds a picture better than one of each sentence (docs/offline-helpers.md).
 * @param prompt null where there is none or its owner hides it
 */
export function embeddingText(
  title: string,
  prompt: string | null,
  tags: readonly string[],
): string {
  return [title.trim(), firstSentence(prompt ?? ""), tags.join(", ")]
    .filter((part) => part !== "")
    .join(". ");
}
