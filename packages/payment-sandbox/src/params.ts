import { z } from "zod";
import { ApiError } from "./errors.ts";
import type { FormValue } from "./form.ts";

// In a form everything is text. The message of a schema is the code of Stripe's error.

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** A whole number from `least` on. */
export const integer = (least = Number.MIN_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, "parameter_invalid_integer")
    .transform(Number)
    .refine((value) => value >= least, "parameter_invalid_integer");

export const flag = z
  .enum(["true", "false"], "parameter_invalid_boolean")
  .transform((value) => value === "true");

/** Text that is not empty: an empty one would unset what cannot be unset. */
export const words = (longest = 5_000) =>
  z.string().min(1, "parameter_invalid_empty").max(longest, "parameter_invalid_string_length");

export const url = words().refine((value) => {
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  return protocol === "http:" || protocol === "https:";
}, "url_invalid");

export const email = words(512).regex(/^[^\s@]+@[^\s@]+$/, "email_invalid");

export const currency = words().refine((value) => currencies.has(value), "currency_invalid");

/** Up to 50 notes. In an update, an empty one removes a key, and an empty text all of them. */
export const metadata = z
  .record(
    z.string().max(40, "parameter_invalid_string_length"),
    z.string().max(500, "parameter_invalid_string_length"),
  )
  .refine((notes) => Object.keys(notes).length <= 50, "parameter_invalid_metadata");

export const changedMetadata = z.union([z.literal("").transform(() => "" as const), metadata]);

export const expand = z.array(words(200)).max(20).optional();

export const interval = z.enum(["day", "week", "month", "year"], "parameter_invalid_enum");

/** A moment, or a range of them. */
export const range = z.union([
  integer(0),
  z.strictObject({
    gt: integer(0).optional(),
    gte: integer(0).optional(),
    lt: integer(0).optional(),
    lte: integer(0).optional(),
  }),
]);

/** What every list takes. */
export const paging = {
  limit: integer(1)
    .refine((value) => value <= 100, "parameter_invalid_integer")
    .optional(),
  starting_after: words().optional(),
  ending_before: words().optional(),
  expand,
};

const bracketed = (path: readonly PropertyKey[]) =>
  path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
  return value;
}

type Issue = z.core.$ZodIssue;

/** The first fault behind a union; where a part was given as an object, the fault within it. */
function innermost(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.map((all) => all[0]).filter((one) => one !== undefined);
  const deepest = inner.toSorted((one, other) => other.path.length - one.path.length)[0];
  const unknown = inner.find(({ code }) => code === "unrecognized_keys") ?? deepest;
  if (unknown === undefined) return issue;
  return innermost({ ...unknown, path: [...issue.path, ...unknown.path] });
}

function refusalOf(found: Issue, given: unknown): ApiError {
  const issue = innermost(found);
  const refuse = (message: string, code: string, param: string) =>
    new ApiError(400, { type: "invalid_request_error", code, message, param }, true);
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => bracketed([...issue.path, key]));
    const plural = names.length === 1 ? "" : "s";
    return refuse(
      `Received unknown parameter${plural}: ${names.join(", ")}`,
      "parameter_unknown",
      names[0],
    );
  }
  const param = bracketed(issue.path);
  const value = valueAt(given, issue.path);
  if (value === undefined) {
    return refuse(`Missing required param: ${param}.`, "parameter_missing", param);
  }
  const code = /^[a-z_]+$/.test(issue.message) ? issue.message : "parameter_invalid";
  const messages: Record<string, string> = {
    parameter_invalid_empty: `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
    parameter_invalid_integer: `Invalid integer: ${shown(value)}`,
    parameter_invalid_boolean: `Invalid boolean: ${shown(value)}`,
    url_invalid: "Not a valid URL",
    email_invalid: `Invalid email address: ${shown(value)}`,
    currency_invalid: `Invalid currency: ${shown(value)}`,
  };
  return refuse(messages[code] ?? `Invalid ${param}: ${shown(value)}`, code, param);
}

/**
 * Checks the parameters of a request. What the schema does not name is refused.
 * @throws ApiError invalid_request_error
 */
export function readParams<T extends z.ZodType>(
  schema: T,
  given: Record<string, FormValue>,
): z.output<T> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw refusalOf(read.error.issues[0], given);
}

/** Metadata after an update: named keys change, empty ones go. */
export function mergedMetadata(
  present: Record<string, string> | null,
  change: Record<string, string> | "" | undefined,
): Record<string, string> {
  if (change === "") return {};
  const merged = { ...present, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
