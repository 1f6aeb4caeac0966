/** Position in a list ordered newest first by (created_at, id). */
export type PageCursor = { createdAt: Date; id: string };

const form = /^([0-9a-z]{1,9})\.([0-9a-f]{32})$/;

/** The position as an opaque string for addresses. Times are whole milliseconds, as the database keeps them. */
export function encodeCursor(cursor: PageCursor): string {
  return `${cursor.createdAt.getTime().toString(36)}.${cursor.id.replaceAll("-", "")}`;
}

const textForm = /^([0-9a-z]{1,9})\.([\w-]{1,180})$/;

/** The same for rows whose ids are words, such as those of a provider of payments. */
export function encodeTextCursor(cursor: PageCursor): string {
  return `${cursor.createdAt.getTime().toString(36)}.${cursor.id}`;
}

/** The position that a cursor of such a list encodes, or null for anything else. */
export function decodeTextCursor(cursor: string): PageCursor | null {
  const match = textForm.exec(cursor);
  return match && { createdAt: new Date(Number.parseInt(match[1], 36)), id: match[2] };
}

/** The position that a cursor encodes, or null for anything else. */
export function decodeCursor(cursor: string): PageCursor | null {
  const match = form.exec(cursor);
  if (match === null) return null;
  const id = match[2].replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { createdAt: new Date(Number.parseInt(match[1], 36)), id };
}
