/** A hue in degrees derived from a name, for the background of its initials. */
export function nameHue(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % 360;
}
