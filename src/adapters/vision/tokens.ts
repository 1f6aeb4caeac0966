/** Cuts texts into the pieces that the sentence network knows: the most likely cut, as SentencePiece finds it. */

/** A piece of words and the logarithm of how frequent it is. */
export type Piece = [piece: string, likelihood: number];

/** The first ones stand for what is no text. */
const RESERVED = 6;
const UNKNOWN = 0;
const SPACE = "\u2581";

type Known = { pieces: Map<string, { id: number; likelihood: number }>; beginnings: Set<string> };

function learn(vocabulary: readonly Piece[]): Known {
  const pieces: Known["pieces"] = new Map();
  const beginnings: Known["beginnings"] = new Set();
  for (const [id, [piece, likelihood]] of vocabulary.entries()) {
    if (id < RESERVED) continue;
    pieces.set(piece, { id, likelihood });
    let beginning = "";
    for (const sign of piece) beginnings.add((beginning += sign));
  }
  return { pieces, beginnings };
}

type Step = { from: number; id: number; likelihood: number };

/** All known pieces that begin at a place; the sign itself, as an unknown one, where there is none. */
function* stepsFrom(signs: readonly string[], from: number, known: Known) {
  let piece = "";
  let isKnown = false;
  for (let end = from; end < signs.length; end++) {
    piece += signs[end];
    if (!known.beginnings.has(piece)) break;
    const found = known.pieces.get(piece);
    if (found === undefined) continue;
    isKnown = true;
    yield { ...found, end: end + 1 };
  }
  if (!isKnown) yield { id: UNKNOWN, likelihood: 0, end: from + 1 };
}

/** @returns a function from a text to the numbers of its pieces; neighbours that are not known count as one */
export function createTokenizer(vocabulary: readonly Piece[]): (text: string) => number[] {
  const known = learn(vocabulary);
  return (text) => {
    const normal = text.normalize("NFKC");
    if (normal === "") return [];
    const signs = Array.from(SPACE + normal.replaceAll(" ", SPACE));
    /** The best step to each place; each place is reached before the next is left. */
    const best: (Step | undefined)[] = Array.from({ length: signs.length + 1 });
    for (let from = 0; from < signs.length; from++) {
      const before = best[from]?.likelihood ?? 0;
      for (const { id, likelihood, end } of stepsFrom(signs, from, known)) {
        const step = { from, id, likelihood: before + likelihood };
        const other = best[end];
        // A way of likelihood 0 has only unknown signs, and is left for any other.
        if (!other || other.likelihood === 0 || step.likelihood >= other.likelihood)
          best[end] = step;
      }
    }
    const ids: number[] = [];
    for (let step = best[signs.length]; step; step = best[step.from]) {
      if (step.id !== UNKNOWN || ids.at(-1) !== UNKNOWN) ids.push(step.id);
    }
    return ids.toReversed();
  };
}
