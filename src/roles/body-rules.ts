import { formLimit, jsonLimit, maskLimit } from "#app/lib/read-body.ts";

export type BodyRule = {
  /** Bytes. */
  limit: number;
  /** Media types. */
  types: readonly string[];
  /** Whether the body is a file, which a slow connection may take long to send. */
  isUpload: boolean;
};

const picture: BodyRule = {
  limit: 21_000_000,
  types: ["multipart/form-data"],
  isUpload: true,
};

/** Bodies other than JSON of at most 1 MB, by address. */
const rules: Readonly<Record<string, BodyRule>> = {
  "/api/uploads": picture,
  "/api/profile/avatar": picture,
  "/api/profile/cover": picture,
  "/api/admin/upload": picture,
  "/api/verify": picture,
  // The page's form for browsers without script.
  "/verify": picture,
  "/api/masks": { limit: maskLimit, types: ["image/png"], isUpload: true },
  // A part of an archive.
  "/api/imports/part": {
    limit: 8_400_000,
    types: ["application/octet-stream"],
    isUpload: true,
  },
  "/api/auth/verify-email": {
    limit: formLimit,
    types: ["application/x-www-form-urlencoded"],
    isUpload: false,
  },
  "/api/language": {
    limit: formLimit,
    types: ["application/x-www-form-urlencoded"],
    isUpload: false,
  },
  // What mail programs send is one of two kinds of form (RFC 8058).
  "/api/notifications/unsubscribe": {
    limit: formLimit,
    types: ["application/x-www-form-urlencoded", "multipart/form-data"],
    isUpload: false,
  },
  "/api/csp-report": {
    limit: 16_000,
    types: ["application/csp-report", "application/reports+json", "application/json"],
    isUpload: false,
  },
};
const jsonRule: BodyRule = { limit: jsonLimit, types: ["application/json"], isUpload: false };

/** The body rules of a path. */
export function bodyRuleOf(path: string): BodyRule {
  return rules[path] ?? jsonRule;
}
