/**
 * JSON from a service. A service may be broken or hostile: 128 MB of `[],[],…` costs gigabytes once it is parsed, and
 * 100,000 nested lists overflow every recursive function. So the text is scanned before it is parsed.
 */

/** Lists, objects and commas that one response may hold: far more than the longest list of models or queue. */
const mostParts = 250_000;
const deepest = 64;

const quote = 0x22;
const backslash = 0x5c;

/** The end of the string that starts at `from`; -1 when it is unterminated. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}

/** @throws SyntaxError for JSON that is nested too deeply or has too many parts */
function checkShape(text: string): void {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = closingQuote(text, at);
        if (at === -1) throw new SyntaxError("a string has no end");
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        parts += 1;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        parts += 1;
        break;
      default:
    }
    if (depth > deepest) throw new SyntaxError("nested too deeply");
    if (parts > mostParts) throw new SyntaxError("too many parts");
  }
}

/**
 * The value of a JSON text that a service sent, of whatever shape.
 * @throws SyntaxError when it is no JSON, nested deeper than 64 levels, or has more than 250,000 parts
 */
export function parseForeign(text: string): unknown {
  checkShape(text);
  return JSON.parse(text) as unknown;
}
