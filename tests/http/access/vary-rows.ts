import { access, members, owner, row, type Row } from "./kinds.ts";

const unknown = { id: "0198c0de-0000-7000-8000-00000000dead" };
const ownersAlone = access(401, 404, 404, 404);

/** Who may do what with lists of words and grids; whose grid it is has tests of its own (grids.test.ts). */
export const varyRows: Readonly<Record<string, Row>> = {
  "POST /api/grids": row(members, { body: {} }),
  "GET /api/grids/:id": row(access(404, 404, 404, 404), { words: unknown }),
  "PATCH /api/grids/:id": row(ownersAlone, { words: unknown, body: { isPublic: true } }),
  "POST /api/grids/:id/cancel": row(ownersAlone, { words: unknown }),
  "DELETE /api/grids/:id": row(ownersAlone, { words: unknown }),
  "GET /api/word-lists": row(members),
  "POST /api/word-lists": row(members, { body: {} }),
  "PATCH /api/word-lists/:id": row(owner, { thing: "list", body: { words: ["dusk"] } }),
  "DELETE /api/word-lists/:id": row(owner, { thing: "list" }),
};
