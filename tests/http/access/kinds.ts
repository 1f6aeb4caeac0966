/**
 * Kinds of access to routes of the API. "ok" is any response but 401, 403 and 404; "any" is any but 401 and 403.
 * The member owns the resource in the path; the other member does not; the admin owns nothing.
 */
export type Answer = "ok" | "any" | 401 | 403 | 404;
export type Access = { guest: Answer; member: Answer; other: Answer; admin: Answer };

export const access = (guest: Answer, member: Answer, other: Answer, admin: Answer): Access => ({
  guest,
  member,
  other,
  admin,
});

/** Everybody. */
export const everybody = access("any", "any", "any", "any");
/** Members, for their own resources. */
export const members = access(401, "ok", "ok", "ok");
export const admins = access(401, 403, 403, "ok");
/** Private: only its owner learns that it exists. */
export const owner = access(401, "ok", 404, 404);
/** The owner and admins. */
export const ownerOrAdmin = access(401, "ok", 404, "ok");
/** The same, where signing in would not help a guest either. */
export const hidden = access(404, "ok", 404, "ok");

/** Values for the path parameters: new for each request. */
export type Thing =
  | "picture"
  | "collection"
  | "cast"
  | "kit"
  | "list"
  | "upload"
  | "mask"
  | "message";

export type Row = {
  access: Access;
  /** Replaces `:id` in the path. */
  thing?: Thing;
  /** Other path parameters, and the query. */
  words?: Readonly<Record<string, string>>;
  query?: string;
  body?: object;
  headers?: Readonly<Record<string, string>>;
};

export const row = (who: Access, more: Omit<Row, "access"> = {}): Row => ({ access: who, ...more });

/** Addresses below those of admins that have no route. */
export const unknownAdminAddresses = [
  "/api/admin",
  "/api/admin/",
  "/api/admin/nope",
  "/api/admin/images/",
  "/api/admin//images",
  "/api/Admin/images",
  "/API/admin/images",
  "/api/%61dmin/images",
];
