import type { Context } from "hono";
import type { z } from "zod";
import type { Actor, Member } from "./actor.ts";
import type { AdminAction } from "./audit.ts";
import { AppError, type FieldError } from "./errors.ts";
import type { Logger } from "./log.ts";
import { formLimit, readForm, readJson } from "./read-body.ts";

export { problem } from "./problem.ts";

/** What every route of the API finds in its context. */
export type AppEnv = {
  Variables: {
    actor: Actor;
    requestId: string;
    log: Logger;
    /** Address of the client, for limits; never logged whole. */
    ip: string;
    /** Aborts when the server drains: long answers end with a hint to come again. */
    closing: AbortSignal;
  };
};

const namedKey = /^[\w.-]{1,64}$/;

/** Zod's findings as stable, plain field errors; nothing of what was sent is repeated but plain key names. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const at = issue.path.map(String);
    if (issue.code !== "unrecognized_keys") {
      return [{ path: at.join("."), code: issue.code, message: issue.message }];
    }
    return issue.keys.map((key) => ({
      path: [...at, ...(namedKey.test(key) ? [key] : [])].join("."),
      code: "unknown-field",
      message: "This field is not known here",
    }));
  });
}

function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error.issues);
  const [first] = errors;
  const detail = first && (first.path === "" ? first.message : `${first.path}: ${first.message}`);
  throw new AppError("invalid-request", { detail, errors });
}

/**
 * The JSON body of the request, checked. Give it a strict schema (z.strictObject).
 * @throws AppError invalid-request with one entry of `errors` for each refused field
 */
export async function parseBody<S extends z.ZodType>(
  c: Context<AppEnv>,
  schema: S,
): Promise<z.output<S>> {
  return check(schema, await readJson(c.req.raw));
}

/**
 * The fields of a page's own form, checked.
 * @throws AppError invalid-request, too-large
 */
export async function parseForm<S extends z.ZodType>(
  c: Context<AppEnv>,
  schema: S,
): Promise<z.output<S>> {
  return check(schema, await readForm(c.req.raw, formLimit));
}

/**
 * The query of the request, checked; of a repeated key the first counts.
 * @throws AppError invalid-request
 */
export function parseQuery<S extends z.ZodType>(c: Context<AppEnv>, schema: S): z.output<S> {
  return check(schema, c.req.query());
}

/**
 * Cache-Control for an answer that may differ by who asks: only what everybody may see, asked for by a guest, may be
 * kept by a shared cache.
 */
export function cacheFor(actor: Actor, isOpen: boolean): string {
  if (!isOpen) return "private, no-store";
  return actor.role === "guest" ? "no-cache" : "private, no-cache";
}

/**
 * The signed-in member.
 * @throws AppError unauthenticated
 */
export function requireMember(c: Context<AppEnv>): Member {
  const actor = c.get("actor");
  if (actor.role === "guest") throw new AppError("unauthenticated");
  return actor;
}

/**
 * The signed-in admin.
 * @throws AppError unauthenticated, forbidden
 */
export function requireAdmin(c: Context<AppEnv>): Member {
  const member = requireMember(c);
  if (member.role !== "admin") throw new AppError("forbidden");
  return member;
}

/** What the audit log keeps of a request of an admin's. @throws AppError as requireAdmin does */
export function adminAction(c: Context<AppEnv>): AdminAction {
  return { admin: requireAdmin(c), requestId: c.get("requestId") };
}
