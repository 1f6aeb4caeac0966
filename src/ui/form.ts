import type { ApiResult, Problem } from "./api-client.ts";

/** What stands in the fields of a form, by name. */
export type Typed = Readonly<Record<string, string>>;
/** What is wrong, by the name of the field. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

/** What a form shows after it was refused. */
export type FormRefusal = {
  errors: FormErrors;
  /** What is wrong with none of its fields. */
  refusal: string | null;
  /** The machine-readable reason, where the server gave one. */
  code: string | null;
};

/** The answer of a page's action to a form that was refused: the form is shown again with what was typed. */
export type FormAnswer = FormRefusal & { form: string; typed: Typed };

/**
 * One form, for the browser and for the action of its page: both check and send it by the same words, the browser over the
 * network and the action within the process.
 */
export type FormDefinition<Api, Data> = {
  /** Tells the forms of one page apart. */
  name: string;
  /** The names of its fields. */
  fields: readonly string[];
  /** Fields whose value is never sent back to the browser. */
  secrets?: readonly string[];
  /** What is wrong before anything is sent. */
  check: (typed: Typed) => FormErrors;
  send: (api: Api, typed: Typed) => Promise<ApiResult<Data>>;
  /** The field that a refused path belongs to, where its name differs. */
  fieldOf?: (path: string) => string;
  /** What the server's problem says of fields, where it names none. */
  errorsOf?: (problem: Problem) => FormErrors;
  /** What is said of a refusal that concerns no field; else the problem's own words. */
  refusalOf?: (problem: Problem) => string;
};

/** Nothing was refused. */
export const unrefused: FormRefusal = { errors: {}, refusal: null, code: null };

/** The text fields of a form. */
export function typedIn(data: FormData): Typed {
  return Object.fromEntries(
    [...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** The first field that something is wrong with, in the order of the form; null for none. */
export function firstWrong(fields: readonly string[], errors: FormErrors): string | null {
  return fields.find((field) => errors[field] !== undefined) ?? null;
}

/** A problem as a form shows it: beside the fields that it names, else above them. */
export function refusedBy(
  {
    fields,
    fieldOf = (path) => path,
    errorsOf,
    refusalOf,
  }: Pick<FormDefinition<never, unknown>, "fields" | "fieldOf" | "errorsOf" | "refusalOf">,
  problem: Problem,
): FormRefusal {
  const named = (problem.errors ?? []).map(
    ({ path, message }) => [fieldOf(path), message] as const,
  );
  const known = named.filter(([field]) => fields.includes(field));
  const errors = { ...Object.fromEntries(known), ...errorsOf?.(problem) };
  const isShown = firstWrong(fields, errors) !== null;
  const refusal = isShown ? null : (refusalOf?.(problem) ?? problem.detail ?? problem.title);
  return { errors, refusal, code: problem.code ?? null };
}
