import type { ExtractSchema } from "hono/types";
import { t } from "#app/language/message.ts";
import { noteData } from "./data-age.ts";

/** One refused field of a problem document. */
export type FieldProblem = { path: string; code: string; message: string };

/** The parts of a problem document that a form can show. */
export type Problem = {
  type?: string;
  title: string;
  detail?: string;
  /** Better Auth's own error code, if it refused. */
  code?: string;
  requestId?: string;
  errors?: FieldProblem[];
  available?: number;
  required?: number;
  /** The present price of a grid that was shown at another one. */
  pictures?: number;
  credits?: number;
  /** Of fresh-factor-required: the ways to prove it. */
  methods?: ("code" | "passkey")[];
};

export type ApiResult<T> =
  | { ok: true; data: T }
  /** status 0: the server could not be reached. */
  | { ok: false; status: number; problem: Problem; retryAfterSeconds: number | null };

type Method = "get" | "post" | "put" | "patch" | "delete";

type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal };

type Input = CallOptions & {
  param?: Record<string, string>;
  query?: Record<string, string | number | null | undefined>;
  json?: unknown;
  file?: Blob;
  /** A body as it is, in its own media type. */
  bytes?: Blob;
};

/** Sends a request of the client: `fetch` in the browser. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

type Call = (path: string, input?: Input) => Promise<ApiResult<unknown>>;

/** Query parameters: null leaves a key out; a number is allowed if the schema converts to one. */
type QueryInput<Q> = { [K in keyof Q]: (unknown extends Q[K] ? string | number : Q[K]) | null };

type Picked<I, Name extends string> = Pick<I, Extract<keyof I, Name>>;

type QueryOf<I> = I extends { query: infer Q }
  ? object extends Q
    ? { query?: QueryInput<Q> }
    : { query: QueryInput<Q> }
  : unknown;

type InputOf<I> = Picked<I, "param" | "json" | "file" | "bytes"> & QueryOf<I> & CallOptions;

/** Paths of the routes that support a method. */
type PathOf<Schema, M extends Method> = {
  [Path in keyof Schema]: `$${M}` extends keyof Schema[Path] ? Path : never;
}[keyof Schema];

type EndpointOf<Schema, Path extends keyof Schema, M extends Method> = Schema[Path][`$${M}` &
  keyof Schema[Path]];

type Arguments<I> = object extends I ? [input?: I] : [input: I];

/** The routes of a Hono app as functions, by method; path, input and response have the route's types. */
export type ApiClient<Routes, Schema = ExtractSchema<Routes>> = {
  [M in Method]: <Path extends PathOf<Schema, M>>(
    path: Path,
    ...input: EndpointOf<Schema, Path, M> extends { input: infer I } ? Arguments<InputOf<I>> : []
  ) => Promise<
    ApiResult<EndpointOf<Schema, Path, M> extends { output: infer Output } ? Output : unknown>
  >;
};

const unreachable: Problem = {
  title: t`The server could not be reached`,
  detail: t`Check the connection. Nothing you typed is lost.`,
};

/** Fills parameters and query into a path such as `/api/picture/:id`. */
export function addressOf(path: string, { param = {}, query = {} }: Input = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(param[name]));
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === null || value === "" ? [] : [[key, `${value}`]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

function requestOf(method: Method, input: Input): RequestInit {
  const { json, file, bytes, headers, signal } = input;
  const request = { method: method.toUpperCase(), signal };
  const accept = { accept: "application/json", ...headers };
  if (bytes !== undefined) {
    return { ...request, headers: { ...accept, "content-type": bytes.type }, body: bytes };
  }
  if (file !== undefined) {
    const body = new FormData();
    body.append("file", file);
    return { ...request, headers: accept, body };
  }
  if (json === undefined) return { ...request, headers: accept };
  return {
    ...request,
    headers: { ...accept, "content-type": "application/json" },
    body: JSON.stringify(json),
  };
}

/** Calls the API and returns the result; never throws for an error response or a broken connection. */
async function call(
  transport: Transport,
  method: Method,
  path: string,
  input: Input = {},
): Promise<ApiResult<unknown>> {
  const startedAt = performance.now();
  let response: Response;
  try {
    response = await transport(addressOf(path, input), requestOf(method, input));
  } catch {
    return { ok: false, status: 0, problem: unreachable, retryAfterSeconds: null };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    noteData(body, startedAt);
    return { ok: true, data: body };
  }
  const retryAfter = Number(response.headers.get("retry-after"));
  return {
    ok: false,
    status: response.status,
    problem: asProblem(body),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  };
}

/** Our own problem documents have a title; Better Auth's have a message. */
function asProblem(body: unknown): Problem {
  if (typeof body === "object" && body !== null) {
    if ("title" in body && typeof body.title === "string") return body as Problem;
    if ("message" in body && typeof body.message === "string") return { title: body.message };
  }
  return { title: t`An unexpected error occurred` };
}

const overNetwork: Transport = (path, init) => fetch(path, init);

/**
 * The typed client of a slice's routes. Only its types differ between slices: they are those of the Hono app.
 * @param transport sends the requests; defaults to the network
 * @example const api = apiClient<ReturnType<typeof socialRoutes>>();
 */
export function apiClient<Routes>(transport: Transport = overNetwork): ApiClient<Routes> {
  const client: Record<Method, Call> = {
    get: (path, input) => call(transport, "get", path, input),
    post: (path, input) => call(transport, "post", path, input),
    put: (path, input) => call(transport, "put", path, input),
    patch: (path, input) => call(transport, "patch", path, input),
    delete: (path, input) => call(transport, "delete", path, input),
  };
  return client as ApiClient<Routes>;
}
