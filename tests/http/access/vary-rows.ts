import { members, owner, row, type Row } from "./kinds.ts";

/** Who may do what with lists of words. */
export const varyRows: Readonly<Record<string, Row>> = {
  "GET /api/word-lists": row(members),
  "POST /api/word-lists": row(members, { body: {} }),
  "PATCH /api/word-lists/:id": row(owner, { thing: "list", body: { words: ["dusk"] } }),
  "DELETE /api/word-lists/:id": row(owner, { thing: "list" }),
};
