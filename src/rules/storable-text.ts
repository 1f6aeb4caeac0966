/** Whether PostgreSQL can store a text: it contains no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Removes what PostgreSQL cannot store. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
