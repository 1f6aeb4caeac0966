/** Place in a list ordered newest first by (created_at, id). */
export type PagePlace = { createdAt: Date; id: string };

const form = /^([0-9a-z]{1,9})\.([0-9a-f]{32})$/;

/** The place as an opaque word for addresses. Times are whole milliseconds, as the database keeps them. */
export function encodeCursor(place: PagePlace): string {
  return `${place.createdAt.getTime().toString(36)}.${place.id.replaceAll("-", "")}`;
}

/** The place a cursor stands for, or null for a word that no page handed out. */
export function decodeCursor(cursor: string): PagePlace | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const id = match[2].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { createdAt: new Date(Number.parseInt(match[1], 36)), id };
}
