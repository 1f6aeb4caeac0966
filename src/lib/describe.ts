import type { MiddlewareHandler } from "hono";
import { describeRoute, type DescribeRouteOptions, type resolver } from "hono-openapi";
import { z } from "zod";
import type { AppEnv } from "./http.ts";

type Resolved = Awaited<ReturnType<ReturnType<typeof resolver>["toOpenAPISchema"]>>;
type JsonSchema = Resolved["schema"];
type Parameter = NonNullable<DescribeRouteOptions["parameters"]>[number];

export type ResponseDescription = {
  description: string;
  schema?: z.ZodType;
  /** Media type; JSON where there is a schema. */
  type?: string;
};

export type RouteDescription = {
  tag: string;
  summary: string;
  /** Whether a sign-in is required. */
  session?: boolean;
  /** A description of each path parameter. */
  path?: Readonly<Record<string, string>>;
  query?: z.ZodObject;
  headers?: readonly { name: string; description: string; required: boolean; schema: z.ZodType }[];
  body?: { schema: z.ZodType; type?: string; optional?: boolean };
  answers: Readonly<Record<number, ResponseDescription>>;
  /** Error statuses specific to this route; every route may also answer 429, 500 and 503. */
  refuses?: readonly number[];
};

const refusals: Readonly<Record<number, string>> = {
  400: "The request is not valid",
  401: "Signed out",
  402: "Not enough credits: with available, required and shortfall, and the credit status as status",
  403: "The role does not allow it, or the request comes from another site",
  404: "Nothing there, or nothing one may know of",
  409: "The present state does not allow it",
  413: "The body is too large",
  415: "The body is of another kind",
  422: "Understood, but it cannot be done",
  503: "Too busy: try again after Retry-After",
  507: "No space left",
};

/** Any refusal (RFC 9457), as lib/problem.ts writes it. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.union([z.int(), z.string()]),
  detail: z.string().optional(),
  requestId: z.string(),
  errors: z
    .array(z.strictObject({ path: z.string(), code: z.string(), message: z.string() }))
    .optional(),
});

/** A zod schema as OpenAPI 3.1; for input, the form before transforms. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest as JsonSchema;
}

const problemResponse = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

function queryParameters(query: z.ZodObject) {
  return Object.entries(query.shape).map(([name, schema]) => {
    const required = !z.safeParse(schema as z.ZodType, undefined).success;
    return { name, in: "query", required, schema: jsonSchema(schema as z.ZodType, "input") };
  });
}

function parametersOf({ path = {}, query, headers = [] }: RouteDescription): Parameter[] {
  return [
    ...Object.entries(path).map(([name, description]) => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string" },
    })),
    ...(query === undefined ? [] : queryParameters(query)),
    ...headers.map(({ schema, ...header }) => ({
      ...header,
      in: "header",
      schema: jsonSchema(schema, "input"),
    })),
  ].map((parameter) => parameter as Parameter);
}

function requestBodyOf({ schema, type, optional }: NonNullable<RouteDescription["body"]>) {
  const content = { [type ?? "application/json"]: { schema: jsonSchema(schema, "input") } };
  return { required: !optional, content };
}

function responseOf({ description, schema, type }: ResponseDescription) {
  if (schema === undefined && type === undefined) return { description };
  const media = schema === undefined ? {} : { schema: jsonSchema(schema, "output") };
  return { description, content: { [type ?? "application/json"]: media } };
}

/** The JSON body or the file that a route takes. */
type BodyOf<R> = R extends { body: { type: "multipart/form-data" } }
  ? { file: Blob }
  : R extends { body: { type: `image/${string}` } }
    ? { bytes: Blob }
    : R extends { body: { schema: infer S extends z.ZodType; optional: true } }
      ? { json?: z.input<S> }
      : R extends { body: { schema: infer S extends z.ZodType } }
        ? { json: z.input<S> }
        : object;

/** The query that a route takes. */
type QueryOf<R> = R extends { query: infer S extends z.ZodObject } ? { query: z.input<S> } : object;

type AnswerOf<R> = R extends { answers: { 200: { schema: infer S extends z.ZodType } } }
  ? z.output<S>
  : unknown;

/** A description as middleware. Its type tells the browser's client what the route accepts. */
type Described<R> = MiddlewareHandler<AppEnv, string, { in: BodyOf<R> & QueryOf<R> }> & {
  answer?: AnswerOf<R>;
};

/** The JSON that a description promises with status 200. */
export type DescribedAnswer<D extends { answer?: unknown }> = NonNullable<D["answer"]>;

/**
 * The description of a route, for `/api/openapi.json` and for the types of the browser's client; stands before the
 * route's handler.
 */
export function described<const R extends RouteDescription>(route: R): Described<R> {
  const { tag, summary, session = false, body }: RouteDescription = route;
  const refused = (route.refuses ?? []).concat(session ? [401] : []);
  // Getters: the schemas of all routes are written out when somebody reads them, not at every start.
  return describeRoute({
    tags: [tag],
    summary,
    security: session ? [{ session: [] }] : [],
    get parameters() {
      return parametersOf(route);
    },
    get requestBody() {
      return body && requestBodyOf(body);
    },
    get responses() {
      return {
        ...Object.fromEntries(
          Object.entries(route.answers).map(([status, answer]) => [status, responseOf(answer)]),
        ),
        ...Object.fromEntries(
          refused.map((status) => [status, problemResponse(refusals[status] ?? "Refused")]),
        ),
        default: problemResponse("Any other refusal, as 429, 500 and 503"),
      };
    },
  });
}
