import {
  access,
  admins,
  everybody,
  hidden,
  members,
  owner,
  ownerOrAdmin,
  row,
  type Row,
} from "./kinds.ts";

const nobody = "0198c0de-0000-7000-8000-00000000dead";
const ids = [nobody];
const unused = { picture_ids: ids };
const leaving = row(access(401, 403, 403, "any"), { words: { id: nobody } });

/** Who may do what at every route of the API. */
export const apiRows: Readonly<Record<string, Row>> = {
  "GET /api/openapi.json": row(everybody),
  "POST /api/csp-report": row(everybody, { body: {} }),
  "POST /api/contact": row(everybody, { body: {} }),
  "GET /api/engines": row(members),
  "POST /api/first-admin": row(everybody, { body: {} }),
  "GET /api/download/image": row(everybody),
  "POST /api/verify": row(everybody),

  "GET /api/sessions": row(members),
  "DELETE /api/sessions": row(members),
  "DELETE /api/sessions/:id": row(access(401, 404, 404, 404), { words: { id: nobody } }),
  "POST /api/two-factor/app": row(members, { body: {} }),
  "POST /api/two-factor/confirm": row(members, { body: { code: "000000" } }),
  // A password that waits for its second step is no sign-in yet.
  "POST /api/two-factor/sign-in": row(access(401, 401, 401, 401), { body: { code: "000000" } }),
  "POST /api/two-factor/fresh": row(members, { body: { code: "000000" } }),
  "POST /api/two-factor/recovery-codes": row(members),
  "POST /api/two-factor/off": row(members, { body: {} }),
  "POST /api/passkeys/sign-in/options": row(everybody),
  "POST /api/passkeys/sign-in": row(everybody, { body: {} }),
  "POST /api/passkeys/fresh/options": row(members),
  "POST /api/passkeys/fresh": row(members, { body: {} }),
  "POST /api/passkeys/options": row(members, { body: {} }),
  "POST /api/passkeys": row(members, { body: {} }),
  "PATCH /api/passkeys/:id": row(access(401, 404, 404, 404), {
    words: { id: nobody },
    body: { name: "Laptop" },
  }),
  "DELETE /api/passkeys/:id": row(access(401, 404, 404, 404), { words: { id: nobody } }),
  "GET /api/creators": row(everybody),
  "GET /api/search/suggestions": row(everybody),
  "GET /api/follows": row(members),
  "GET /api/follows/pictures": row(members),
  "GET /api/users/:username/pictures": row(everybody, { words: { username: "nobody-here" } }),

  "GET /api/profile": row(members),
  "PATCH /api/profile": row(members, { body: { bio: "Paints" } }),
  "PUT /api/profile/avatar": row(members),
  "DELETE /api/profile/avatar": row(members),
  "PUT /api/profile/cover": row(members),
  "DELETE /api/profile/cover": row(members),

  "POST /api/language": row(everybody, { body: {} }),

  "GET /api/billing/balance": row(members),
  "POST /api/billing/redeem": row(members, { body: {} }),
  // The provider of payments, which proves itself by a signature.
  "POST /api/webhooks/stripe": row(everybody, { body: {} }),
  "POST /api/payments/checkout": row(members, { body: { offer: "pack-50" } }),
  // 404 for whoever never bought anything.
  "POST /api/payments/portal": row(access(401, "any", "any", "any")),
  "POST /api/payments/subscription": row(members, { body: { action: "cancel" } }),

  "GET /api/notifications": row(members),
  "DELETE /api/notifications": row(members),
  "POST /api/notifications/read": row(members, { body: {} }),
  "GET /api/notifications/settings": row(members),
  "PUT /api/notifications/settings": row(members, {
    body: { site: [], mail: [], digest: "never" },
  }),
  // Mail programs end digests by a key, without a session; an unknown one is not found.
  "POST /api/notifications/unsubscribe": row(access(404, 404, 404, 404), { query: "key=none" }),
  "GET /api/notifications/push": row(members),
  "PUT /api/notifications/push": row(members, { body: {} }),
  "DELETE /api/notifications/push": row(members),
  "GET /api/notifications/stream": row(members),

  "GET /api/pictures": row(everybody),
  "GET /api/picture/:id": row(hidden, { thing: "picture" }),
  "GET /api/picture/by-filename/:filename": row(everybody, { words: { filename: "none.jpg" } }),
  "GET /api/picture/:id/viewer-state": row(hidden, { thing: "picture" }),
  "GET /api/picture/:id/lineage": row(hidden, { thing: "picture" }),
  "GET /api/picture/:id/similar": row(hidden, { thing: "picture" }),
  "PATCH /api/picture/:id": row(ownerOrAdmin, { thing: "picture", body: { title: "Lake" } }),
  "DELETE /api/picture/:id": row(ownerOrAdmin, { thing: "picture" }),
  "POST /api/picture/:id/erase": row(ownerOrAdmin, { thing: "picture" }),
  "GET /api/oembed": row(everybody),
  "POST /api/picture/:id/reports": row(access(401, "any", 404, "any"), {
    thing: "picture",
    body: { reason: "spam" },
  }),
  "POST /api/picture/:id/view": row(everybody, { thing: "picture" }),
  "POST /api/uploads": row(members),

  "GET /api/collections": row(members),
  "POST /api/collections": row(members, { body: {} }),
  "GET /api/collections/public": row(everybody),
  "GET /api/collections/:id": row(access(404, "ok", 404, 404), { thing: "collection" }),
  "PATCH /api/collections/:id": row(owner, { thing: "collection", body: { name: "Mine" } }),
  "DELETE /api/collections/:id": row(owner, { thing: "collection" }),
  "POST /api/collections/:id/restore": row(access(401, "any", 404, 404), { thing: "collection" }),
  "PUT /api/collections/:id/items": row(access(401, "any", 404, 404), {
    thing: "collection",
    body: unused,
  }),
  "PUT /api/collections/:id/order": row(owner, { thing: "collection", body: unused }),
  "DELETE /api/collections/:id/items": row(owner, { thing: "collection", body: unused }),
  "PUT /api/collections/:id/items/:pictureId": row(access(401, "any", 404, 404), {
    thing: "collection",
    words: { pictureId: nobody },
  }),
  "DELETE /api/collections/:id/items/:pictureId": row(access(401, "any", 404, 404), {
    thing: "collection",
    words: { pictureId: nobody },
  }),
  "PATCH /api/collections/:id/items/:pictureId": row(access(401, "any", 404, 404), {
    thing: "collection",
    words: { pictureId: nobody },
    body: { before: null },
  }),

  "GET /api/likes": row(members),
  "POST /api/picture/:id/like": row(access(401, "ok", 404, "any"), { thing: "picture" }),
  "DELETE /api/picture/:id/like": row(access(401, "any", "any", "any"), { thing: "picture" }),
  "PUT /api/users/:username/follow": row(access(401, "any", "any", "any"), {
    words: { username: "nobody-here" },
  }),
  "DELETE /api/users/:username/follow": row(access(401, "any", "any", "any"), {
    words: { username: "nobody-here" },
  }),

  "POST /api/generate": row(members, { body: {} }),
  "POST /api/prompt/enhance": row(members, { body: {} }),
  "POST /api/generations/upscale": row(members, { body: {} }),
  "GET /api/generations": row(members),
  "POST /api/generations/bulk": row(members, { body: { ids, action: "hide" } }),
  "GET /api/generations/archive": row(access(401, "any", 404, 404), {
    thing: "cast",
    query: "ids=:id",
  }),
  "GET /api/generations/:id": row(owner, { thing: "cast" }),
  "DELETE /api/generations/:id": row(owner, { thing: "cast" }),
  "POST /api/generations/:id/cancel": row(owner, { thing: "cast" }),
  "GET /api/generations/:id/preview/:index{[0-7]}": row(access(401, "any", 404, 404), {
    thing: "cast",
    words: { index: "0" },
  }),

  "GET /api/admin/images": row(admins),
  "POST /api/admin/images/bulk": row(admins, { body: { ids, action: "approve" } }),
  "POST /api/admin/images/undo": row(access(401, 403, 403, "any"), { body: { undo: "none" } }),
  "POST /api/admin/images/edit": row(access(401, 403, 403, "any"), {
    body: { ids, title: "Lake" },
  }),
  "POST /api/admin/upload": row(admins),
  "PATCH /api/admin/drafts/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { title: "Lake" },
  }),
  "POST /api/admin/drafts/publish": row(admins, { body: { ids } }),
  "GET /api/admin/reports": row(admins),
  "PATCH /api/admin/reports/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { action: "dismiss" },
  }),
  "GET /api/admin/audit": row(admins),
  "GET /api/admin/search-pulse": row(admins),
  "GET /api/admin/search-rules": row(admins),
  "POST /api/admin/search-rules": row(admins, { body: {} }),
  "DELETE /api/admin/search-rules": row(admins, { body: {} }),
  "POST /api/admin/search-rules/undo": row(access(401, 403, 403, "any"), {
    body: { undo: "none" },
  }),
  "GET /api/admin/collections": row(admins),
  "POST /api/admin/collections/bulk": row(admins, { body: { ids, action: "pick" } }),
  "POST /api/admin/collections/undo": row(access(401, 403, 403, "any"), { body: { undo: "none" } }),
  "GET /api/admin/users": row(admins),
  "GET /api/admin/users-billing": row(admins),
  "GET /api/admin/audit.csv": row(admins),
  "GET /api/admin/collections.csv": row(admins),
  "GET /api/admin/search-pulse.csv": row(admins),
  "GET /api/admin/search-rules.csv": row(admins),
  "GET /api/admin/top-images.csv": row(admins),
  "GET /api/admin/visit-sources.csv": row(admins),
  "GET /api/admin/visits.csv": row(admins),
  "GET /api/admin/users.csv": row(admins),
  "GET /api/admin/users-billing.csv": row(admins),
  "POST /api/admin/users/bulk": row(access(401, 403, 403, "any"), {
    body: { ids: [nobody], verified: true },
  }),
  "POST /api/admin/users/credits": row(access(401, 403, 403, "any"), {
    body: { ids: [nobody], amount: 1, reason: "x" },
    headers: { "idempotency-key": "several-members" },
  }),
  "GET /api/admin/webhook-events": row(admins),
  "GET /api/admin/webhook-events.csv": row(admins),
  "GET /api/admin/webhook-events/:id": row(access(401, 403, 403, 404), {
    words: { id: "evt_none" },
  }),
  "POST /api/admin/webhook-events/replay": row(access(401, 403, 403, "any"), {
    body: { ids: ["evt_none"] },
  }),
  "GET /api/admin/payments": row(admins),
  "GET /api/admin/payments.csv": row(admins),
  "GET /api/admin/payment-differences.csv": row(admins),
  "GET /api/admin/operations": row(admins),
  "GET /api/admin/backups": row(admins),
  "POST /api/admin/backups": row(admins),
  "PATCH /api/admin/users/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { verified: true },
  }),
  "POST /api/admin/users/:id/credits": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { amount: 1, reason: "Test" },
    headers: { "idempotency-key": "access-table" },
  }),
  "GET /api/admin/members/:id/sanctions": row(admins, { words: { id: nobody } }),
  "POST /api/admin/members/:id/sanctions": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { kind: "strike", reason: "spam" },
  }),
  "POST /api/admin/sanctions/:id/lift": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: {},
  }),
  "GET /api/admin/review": row(admins),
  "POST /api/admin/review/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { action: "approve" },
  }),
  "GET /api/admin/appeals": row(admins),
  "POST /api/admin/appeals/:id/answer": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { outcome: "declined", answer: "No" },
  }),
  "GET /api/appeals/:key": row(access(404, 404, 404, 404), { words: { key: nobody } }),
  "POST /api/appeals/:key": row(access(404, 404, 404, 404), {
    words: { key: nobody },
    body: { body: "It is mine" },
  }),
  "POST /api/account/close": row(members, { body: { username: "somebody-else" } }),
  "POST /api/account/deletion": row(members, { body: { username: "somebody-else" } }),
  "GET /api/deletions/:key": row(access(404, 404, 404, 404), { words: { key: nobody } }),
  "POST /api/deletions/:key/keep": row(access(404, 404, 404, 404), { words: { key: nobody } }),
  "POST /api/admin/members/:id/deletion": leaving,
  "DELETE /api/admin/members/:id/deletion": leaving,
  "PATCH /api/admin/messages/:id": row(admins, { thing: "message", body: { closed: true } }),
  "GET /api/admin/grant-codes": row(admins),
  "POST /api/admin/grant-codes": row(admins, { body: {} }),
  "PATCH /api/admin/grant-codes/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { revoked: true },
  }),
  "GET /api/admin/prompts": row(admins),
  "POST /api/admin/prompts": row(admins, { body: {} }),
  "POST /api/admin/prompts/preview": row(admins, { body: {} }),
  "POST /api/admin/prompts/:id/use": row(access(401, 403, 403, "any"), { words: { id: nobody } }),
  "GET /api/admin/prompt-rules": row(admins),
  "POST /api/admin/prompt-rules": row(admins, { body: {} }),
  "GET /api/admin/prompt-refusals": row(admins),
  "GET /api/admin/service-reports": row(admins),
  "PATCH /api/admin/prompt-refusals/:id": row(access(401, 403, 403, "any"), {
    words: { id: nobody },
    body: { allowed: true },
  }),
  "PATCH /api/admin/prompt-rules/:name": row(access(401, 403, 403, "any"), {
    words: { name: "none" },
    body: { isEnabled: true },
  }),

  "GET /api/style-kits": row(members),
  "POST /api/style-kits": row(members, { body: {} }),
  "PATCH /api/style-kits/:id": row(owner, { thing: "kit", body: { name: "Dusk" } }),
  "DELETE /api/style-kits/:id": row(owner, { thing: "kit" }),
  "GET /api/threads": row(members),
  "GET /api/threads/:root": row(access(401, "any", "any", "any"), { words: { root: nobody } }),
  "GET /api/uploads/:id/picture": row(owner, { thing: "upload" }),
};

/** Better Auth's own routes read the session themselves and have a table of their own (accounts.test.ts). */
export const isAccounts = (path: string) => path.startsWith("/api/auth/");
