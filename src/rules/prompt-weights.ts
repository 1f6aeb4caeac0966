/**
 * Weights of words in a prompt, as `(word:1.2)`: the A1111 family and ComfyUI's CLIP encoders read them (docs/product.md
 * 4.18). A digit before the colon makes it a ratio, as in `(scale 1:50)`.
 */
const weighted = /(?<!\\)\(([^()\\]*[^()\\\d\s:])\s*:\s*(\d+(?:\.\d+)?)\)/g;

/** How far a key changes a weight, and how far it goes. */
const weightStep = 0.1;
const weightRange = { min: 0.1, max: 2 } as const;

/** The first weight that stands in a prompt, as it is written; null for none. */
export function weightIn(prompt: string): string | null {
  return prompt.match(weighted)?.[0] ?? null;
}

/** A prompt with weights reduced to their words, for engines that do not read them. */
export const withoutWeights = (prompt: string): string => prompt.replaceAll(weighted, "$1");

/** A selection of a text, from its first code unit to after its last. */
type Selected = { text: string; from: number; to: number };

/** The selection without blanks at its ends. */
function wordsAt({ text, from, to }: Selected): Selected {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  return { text, from: start, to: end };
}

/**
 * Changes the weight of the selected words by one step; a weight of 1 is not written.
 * @param direction 1 for more, -1 for less
 * @returns the text with the same words selected; null where there are none
 */
export function reweighted(selected: Selected, direction: 1 | -1): Selected | null {
  const { text, from, to } = selected;
  // Inside a weight, it is the weight that changes.
  const inside = [...text.matchAll(weighted)].find(
    ({ index, 0: whole }) => from >= index && to <= index + whole.length,
  );
  const place = inside ?? null;
  const words = place === null ? wordsAt(selected) : null;
  const start = place?.index ?? words?.from ?? 0;
  const end = place ? place.index + place[0].length : (words?.to ?? 0);
  const inner = place?.[1] ?? text.slice(start, end);
  if (inner === "" || (place === null && /[():\\]/.test(inner))) return null;
  const { min, max } = weightRange;
  const wished = Number(place?.[2] ?? 1) + direction * weightStep;
  const weight = Math.round(Math.min(max, Math.max(min, wished)) * 100) / 100;
  const written = weight === 1 ? inner : `(${inner}:${weight})`;
  const first = start + (weight === 1 ? 0 : 1);
  return {
    text: text.slice(0, start) + written + text.slice(end),
    from: first,
    to: first + inner.length,
  };
}
