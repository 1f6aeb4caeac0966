export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  /** What the keys of a record hold that are not among the properties; false where there are none. */
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema?: Schema;
};
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
export type Document = { paths: Record<string, Record<string, Operation>> };

/** The path to a field in a body: property names, 0 for the first item of a list, and 1 for a record's key itself. */
type Way = (string | 0 | 1)[];
type BodyField = { at: "body"; way: Way; takesText: boolean };
type ParameterField = { at: "path" | "query" | "header"; name: string };
export type Field = BodyField | ParameterField;

/** One route with its fields; `others` are the required parameters besides the field. */
export type Route = {
  method: string;
  path: string;
  fields: Field[];
  others: Parameter[];
  body: Schema | null;
  bodyType: string | null;
};

const branches = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? [];

type Leaf = { way: Way; takesText: boolean };

const isText = ({ type, const: only, enum: some }: Schema) =>
  (type === undefined || type === "string" || type.includes("string")) &&
  only === undefined &&
  some === undefined;

/** A key of records under test: a parameter that the engine has, so that its value is looked at. */
const someKey = "medium";

/** The values of a record, whatever their keys; null for a schema that is none. */
const valuesOf = ({ additionalProperties: values }: Schema): Schema | null =>
  typeof values === "object" ? values : null;

/** Every leaf of a schema, whatever its type: text may be sent anywhere. */
function leavesOf(schema: Schema): Leaf[] {
  if (branches(schema).length > 0) return branches(schema).flatMap(leavesOf);
  const below = (step: string | 0, part: Schema) =>
    leavesOf(part).map((leaf) => ({ ...leaf, way: [step, ...leaf.way] }));
  if (schema.items) return below(0, schema.items);
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    below(name, part),
  );
  const values = valuesOf(schema);
  if (values !== null) return [...named, ...below(someKey, values), { way: [1], takesText: true }];
  if (schema.properties) return named;
  return schema.type === "null" ? [] : [{ way: [], takesText: isText(schema) }];
}

/** The leaves by path; one that accepts text in any branch is a text field. */
function distinctLeaves(schema: Schema): Leaf[] {
  const byWay = new Map<string, Leaf>();
  for (const leaf of leavesOf(schema)) {
    const key = leaf.way.join(".");
    if (!byWay.has(key) || leaf.takesText) byWay.set(key, leaf);
  }
  return [...byWay.values()];
}

/** What a step of a path leads to. */
function partAt(schema: Schema, step: string | 0 | 1): Schema | undefined {
  if (step === 0) return schema.items;
  if (step === 1) return valuesOf(schema) ?? undefined;
  return schema.properties?.[step] ?? valuesOf(schema) ?? undefined;
}

/** The branch of a schema that contains the path, for bodies with alternatives. */
function branchWith(schema: Schema, way: Way): Schema {
  const [step] = way;
  const fits = (one: Schema): boolean =>
    branches(one).length > 0
      ? branches(one).some(fits)
      : step === undefined || partAt(one, step) !== undefined;
  const found = branches(schema).find(fits);
  return found === undefined ? schema : branchWith(found, way);
}

export type Sample = (name: string, schema: Schema) => unknown;

/** A body of samples for all required fields, with the text at the path; without a path, samples alone. */
export function bodyWith(
  schema: Schema,
  way: Way | null,
  text: string,
  sample: Sample,
  name = "",
): unknown {
  if (way === null) return sampleOf(schema, sample, name);
  const branch = branchWith(schema, way);
  const [step, ...rest] = way;
  if (step === undefined) return text;
  const schemaOfPart = partAt(branch, step) ?? {};
  if (step === 0) return [bodyWith(schemaOfPart, rest, text, sample, name)];
  const samples = (branch.required ?? []).map((key) => [
    key,
    sampleOf(branch.properties?.[key] ?? {}, sample, key),
  ]);
  if (step === 1) {
    return { ...Object.fromEntries(samples), [text]: sampleOf(schemaOfPart, sample, name) };
  }
  const part = bodyWith(schemaOfPart, rest, text, sample, step);
  return { ...Object.fromEntries(samples), [step]: part };
}

function sampleOf(schema: Schema, sample: Sample, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = branches(schema);
  if (first) return sampleOf(first, sample, name);
  if (schema.properties) {
    const entries = (schema.required ?? []).map((key) => [
      key,
      sampleOf(schema.properties?.[key] ?? {}, sample, key),
    ]);
    return Object.fromEntries(entries);
  }
  if (schema.items) return (schema.minItems ?? 0) > 0 ? [sampleOf(schema.items, sample, name)] : [];
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(1, schema.minimum ?? 1);
  return sample(name, schema);
}

/** Every route of the description with its fields. */
export function routesOf(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [bodyType = null] = Object.keys(requestBody?.content ?? {});
      const body = bodyType === null ? null : (requestBody?.content[bodyType]?.schema ?? {});
      // Files have no fields with texts.
      const isFile = /^(multipart\/form-data|image\/)/.test(bodyType ?? "");
      const leaves = body === null || isFile ? [] : distinctLeaves(body);
      const fields: Field[] = [
        ...parameters.map(({ name, in: at }) => ({ at, name })),
        ...leaves.map((leaf) => ({ at: "body" as const, ...leaf })),
      ];
      const others = parameters.filter(
        ({ required, in: at }) => required === true || at === "path",
      );
      return { method, path, fields, others, body: isFile ? null : body, bodyType };
    }),
  );
}
