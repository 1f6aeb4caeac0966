import { noteData } from "./data-age.ts";

/** One refused field of a problem document. */
export type FieldProblem = { path: string; code: string; message: string };

/** The parts of a problem document that a form can show. */
export type Problem = {
  title: string;
  detail?: string;
  /** Better Auth's own name of the refusal, where it refused. */
  code?: string;
  requestId?: string;
  errors?: FieldProblem[];
  available?: number;
  required?: number;
};

export type Answer<T> =
  | { ok: true; data: T }
  /** status 0: the server could not be reached. */
  | { ok: false; status: number; problem: Problem; retryAfterSeconds: number | null };

const unreachable: Problem = {
  title: "The server could not be reached",
  detail: "Check the connection. Nothing you typed is lost.",
};

type SendOptions = {
  json?: unknown;
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

function requestOf(method: string, { json, file, headers, signal }: SendOptions): RequestInit {
  const accept = { accept: "application/json", ...headers };
  if (file !== undefined) {
    const body = new FormData();
    body.append("file", file);
    return { method, signal, headers: accept, body };
  }
  if (json === undefined) return { method, headers: accept, signal };
  return {
    method,
    signal,
    headers: { ...accept, "content-type": "application/json" },
    body: JSON.stringify(json),
  };
}

/** Calls the API and returns what came of it; never throws for an answer or a broken connection. */
export async function send<T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  options: SendOptions = {},
): Promise<Answer<T>> {
  const startedAt = performance.now();
  let response: Response;
  try {
    response = await fetch(url, requestOf(method, options));
  } catch {
    return { ok: false, status: 0, problem: unreachable, retryAfterSeconds: null };
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    noteData(body, startedAt);
    return { ok: true, data: body as T };
  }
  const retryAfter = Number(response.headers.get("retry-after"));
  return {
    ok: false,
    status: response.status,
    problem: asProblem(body),
    retryAfterSeconds: retryAfter > 0 ? retryAfter : null,
  };
}

/** Our own documents have a title; Better Auth's have a message. */
function asProblem(body: unknown): Problem {
  if (typeof body === "object" && body !== null) {
    if ("title" in body && typeof body.title === "string") return body as Problem;
    if ("message" in body && typeof body.message === "string") return { title: body.message };
  }
  return { title: "An unexpected error occurred" };
}
