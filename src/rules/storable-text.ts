/** Whether PostgreSQL can keep a text: it has no NUL and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** A foreign text without what PostgreSQL cannot keep. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
