import { invalidRequest } from "./errors.ts";

/** What a form with brackets holds: text, lists and named values. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
type Branch = Map<string, string | Branch>;

const deepest = 6;
const mostFields = 500;

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  const rest = match?.[2] ?? "";
  const path = match
    ? [match[1], ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key)]
    : [];
  if (path.length === 0 || path.length > deepest) {
    throw invalidRequest(`Invalid parameter name: ${name}`, "parameter_unknown", name);
  }
  return path;
}

function place(root: Branch, name: string, value: string): void {
  const path = pathOf(name);
  let branch = root;
  for (const [index, step] of path.entries()) {
    const key = step === "" ? String(branch.size) : step;
    const present = branch.get(key);
    if (index === path.length - 1) {
      if (present !== undefined) {
        throw invalidRequest(`Parameter given twice: ${name}`, "parameter_invalid", name);
      }
      branch.set(key, value);
    } else if (present === undefined) {
      const next: Branch = new Map();
      branch.set(key, next);
      branch = next;
    } else if (present instanceof Map) {
      branch = present;
    } else {
      throw invalidRequest(`Parameter given twice: ${name}`, "parameter_invalid", name);
    }
  }
}

function valueOf(branch: Branch): FormValue {
  const entries = [...branch].map(
    ([key, value]) => [key, value instanceof Map ? valueOf(value) : value] as const,
  );
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/**
 * Reads a form as Stripe's clients write it: `items[0][price]=x`, `expand[]=y`.
 * @throws ApiError for names that are no such paths, and for those given twice
 */
export function readForm(text: string): Record<string, FormValue> {
  const root: Branch = new Map();
  const fields = [...new URLSearchParams(text)];
  if (fields.length > mostFields) throw invalidRequest("Too many parameters");
  for (const [name, value] of fields) place(root, name, value);
  const read = root.size === 0 ? {} : valueOf(root);
  return Array.isArray(read)
    ? Object.fromEntries(read.entries())
    : (read as Record<string, FormValue>);
}
