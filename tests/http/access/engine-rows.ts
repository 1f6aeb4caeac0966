import { access, admins, members, owner, row, type Row } from "./kinds.ts";

const unknown = { id: "sdapi:unknown" };
const noModel = { id: "no-such-model" };
const adminsAlone = access(401, 403, 403, "any");

/** Who may do what with the engines and models of the site, and with masks. */
export const engineRows: Readonly<Record<string, Row>> = {
  "GET /api/masks/:id": row(owner, { thing: "mask" }),
  "POST /api/masks": row(members),
  "GET /api/admin/engines": row(admins),
  "POST /api/admin/engines": row(admins, { body: {} }),
  "POST /api/admin/engines/test": row(admins, { body: {} }),
  "POST /api/admin/engines/:id/test": row(adminsAlone, { words: unknown }),
  "PATCH /api/admin/engines/:id": row(adminsAlone, {
    words: unknown,
    body: { version: 1, isOn: false },
  }),
  "DELETE /api/admin/engines/:id": row(adminsAlone, { words: unknown, body: { version: 1 } }),
  "GET /api/admin/models": row(admins),
  "GET /api/admin/models/stream": row(admins),
  "POST /api/admin/models/:id/statements": row(adminsAlone, { words: noModel }),
  "POST /api/admin/models/:id/want": row(adminsAlone, {
    words: noModel,
    body: { licence: "Apache-2.0" },
  }),
  "POST /api/admin/models/:id/confirm": row(adminsAlone, {
    words: noModel,
    body: { asks: "slow" },
  }),
  "POST /api/admin/models/:id/:action": row(adminsAlone, {
    words: { ...noModel, action: "pause" },
  }),
};
