import type { Context } from "hono";
import type { z } from "zod";
import { t } from "#app/language/message.ts";
import type { Actor, Member } from "./actor.ts";
import type { AdminAction } from "./audit.ts";
import { AppError, type FieldError } from "./errors.ts";
import type { Logger } from "./log.ts";
import { formLimit, readForm, readJson } from "./read-body.ts";

export { problem } from "./problem.ts";

/** The context variables of every API route. */
export type AppEnv = {
  Variables: {
    actor: Actor;
    requestId: string;
    log: Logger;
    /** Address of the client, for limits; never logged whole. */
    ip: string;
    /** Aborts when the server drains: long responses end and tell the client to reconnect. */
    closing: AbortSignal;
  };
};

const namedKey = /^[\w.-]{1,64}$/;

/** Zod's issues as stable, plain field errors; of the input only plain key names are repeated. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.flatMap((issue) => {
    const at = issue.path.map(String);
    if (issue.code !== "unrecognized_keys") {
      return [{ path: at.join("."), code: issue.code, message: issue.message }];
    }
    return issue.keys.map((key) => ({
      path: [...at, ...(namedKey.test(key) ? [key] : [])].join("."),
      code: "unknown-field",
      message: t`This field is not known here`,
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
 * The validated JSON body of the request. Pass a strict schema (z.strictObject).
 * @throws AppError invalid-request with one entry of `errors` for each refused field
 */
export async function parseBody<S extends z.ZodType>(
  c: Context<AppEnv>,
  schema: S,
): Promise<z.output<S>> {
  return check(schema, await readJson(c.req.raw));
}

/**
 * The validated fields of a page's form.
 * @throws AppError invalid-request, too-large
 */
export async function parseForm<S extends z.ZodType>(
  c: Context<AppEnv>,
  schema: S,
): Promise<z.output<S>> {
  return check(schema, await readForm(c.req.raw, formLimit));
}

/**
 * The validated query of the request; the first value of a repeated key counts.
 * @throws AppError invalid-request
 */
export function parseQuery<S extends z.ZodType>(c: Context<AppEnv>, schema: S): z.output<S> {
  return check(schema, c.req.query());
}

/**
 * Cache-Control for a response that may depend on the actor: only public content requested by a guest may be
 * stored by a shared cache.
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
 * @throws AppError unauthenticated, second-factor-required, forbidden
 */
export function requireAdmin(c: Context<AppEnv>): Member {
  const member = requireMember(c);
  if (member.needsSecondFactor) throw new AppError("second-factor-required");
  if (member.role !== "admin") throw new AppError("forbidden");
  return member;
}

/** The admin and request id for the audit log. @throws AppError as requireAdmin does */
export function adminAction(c: Context<AppEnv>): AdminAction {
  return { admin: requireAdmin(c), requestId: c.get("requestId") };
}
