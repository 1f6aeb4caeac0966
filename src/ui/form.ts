import type { ApiResult, Problem } from "./api-client.ts";

/** The values of a form's fields, by name. */
export type Typed = Readonly<Record<string, string>>;
/** Error messages, by field name. */
export type FormErrors = Readonly<Record<string, string | undefined>>;

/** The state of a form after a refusal. */
export type FormRefusal = {
  errors: FormErrors;
  /** The error that belongs to no field. */
  refusal: string | null;
  /** The error code, if the server sent one. */
  code: string | null;
};

/** The result of a page's action for a refused form: the form is shown again with what was typed. */
export type FormAnswer = FormRefusal & { form: string; typed: Typed };

/**
 * The definition of a form, shared by the browser and the page's action: both validate and send it alike, the browser
 * over the network and the action within the process.
 */
export type FormDefinition<Api, Data> = {
  /** Distinguishes the forms of one page. */
  name: string;
  /** Names of the fields. */
  fields: readonly string[];
  /** Fields whose value is never sent back to the browser, such as passwords. */
  secrets?: readonly string[];
  /** Validates before anything is sent. */
  check: (typed: Typed) => FormErrors;
  send: (api: Api, typed: Typed) => Promise<ApiResult<Data>>;
  /** The field for a refused path, if its name differs. */
  fieldOf?: (path: string) => string;
  /** Field errors for a server problem that names no fields. */
  errorsOf?: (problem: Problem) => FormErrors;
  /** Message for a refusal that belongs to no field; defaults to the problem's own text. */
  refusalOf?: (problem: Problem) => string;
};

/** No errors. */
export const unrefused: FormRefusal = { errors: {}, refusal: null, code: null };

/** The text fields of a form. */
export function typedIn(data: FormData): Typed {
  return Object.fromEntries(
    [...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** The first field with an error, in the order of the form; null if there is none. */
export function firstWrong(fields: readonly string[], errors: FormErrors): string | null {
  return fields.find((field) => errors[field] !== undefined) ?? null;
}

/** Maps a problem to a form: errors at the fields that it names, else above them. */
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
