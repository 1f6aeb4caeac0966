import type { Context, TypedResponse } from "hono";
import { z } from "zod";
import type { DescribedAnswer } from "#app/lib/describe.ts";
import { AppError, isAppError, type AppErrorCode } from "#app/lib/errors.ts";
import type { AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { actorOf } from "../queries.ts";

export type AuthContext = Context<AppEnv>;
type Identity = Pick<Services, "accounts" | "db" | "env">;

export type ForwardOptions = {
  /** A validated body. */
  body?: unknown;
  /** The method of Better Auth's route, if it differs from the request's. */
  method?: "GET";
  /** The path under /api/auth, with its query, if it differs from the request's. */
  path?: string;
  /** Is told the id of a member who proved who they are, but whose account is off. */
  onRefused?: (userId: string) => void;
};

/** The cookies without session cookies. */
function withoutSession(cookies: string): string {
  const parts = cookies.split(";").map((part) => part.trim());
  return parts.filter((part) => !/\.session_(?:token|data)=/.test(part)).join("; ");
}

/**
 * Forwards a request to the accounts library, with the socket's address as the client's.
 * @throws AppError for its errors, with its message and code for its own clients
 */
export async function forward(
  { accounts, db, env }: Identity,
  c: AuthContext,
  { body, method, path, onRefused }: ForwardOptions = {},
): Promise<Response> {
  const headers = new Headers(c.req.raw.headers);
  for (const name of ["content-length", "transfer-encoding", "content-type"]) headers.delete(name);
  headers.set("x-client-ip", c.get("ip"));
  const cookies = headers.get("cookie");
  // The session of a banned member does not count, nor one that waits for its second step.
  if (cookies !== null && (await actorOf({ accounts, db, env }, headers)).role === "guest") {
    headers.set("cookie", withoutSession(cookies));
  }
  if (body !== undefined) headers.set("content-type", "application/json");
  const { pathname, search } = new URL(c.req.url);
  const answer = await accounts.handler(
    new Request(new URL(path ?? `${pathname}${search}`, env.SERVER_URL), {
      method: body === undefined ? (method ?? c.req.method) : "POST",
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    onRefused,
  );
  if (answer.status < 400) return answer;
  throw await refusalIn(answer);
}

const kinds: Record<number, AppErrorCode> = {
  400: "invalid-request",
  401: "unauthenticated",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  409: "conflict",
  413: "too-large",
  415: "unsupported-media-type",
  422: "unprocessable",
  429: "rate-limited",
};

const errorBody = z.object({ message: z.string().optional(), code: z.string().optional() });

/** Better Auth's error as an AppError, keeping its message and code for its own clients. */
async function refusalIn(answer: Response): Promise<AppError> {
  const parsed = errorBody.safeParse(await answer.json().catch(() => ({})));
  const { message, code } = parsed.success ? parsed.data : {};
  // The code when our own hook refuses a banned member.
  const status = code === "FAILED_TO_CREATE_SESSION" ? 401 : answer.status;
  const kind = kinds[status];
  if (kind === undefined) return new AppError("internal", { cause: `accounts ${status}` });
  return new AppError(kind, { detail: message, extra: { ...(code !== undefined && { code }) } });
}

/** Better Auth's code in an error, e.g. "EMAIL_NOT_VERIFIED". */
export function codeIn(error: unknown): unknown {
  return isAppError(error) ? error.info.extra?.code : undefined;
}

type Answered<D extends { answer?: unknown }> = Response &
  TypedResponse<DescribedAnswer<D>, 200, "json">;

/**
 * Runs a handler and adds to every problem document the two members that Better Auth's clients read: message and code.
 * @param _docs describes the response of Better Auth
 */
export async function withErrorFields<D extends { answer?: unknown }>(
  c: AuthContext,
  _docs: D,
  handler: (c: AuthContext) => Promise<Response>,
): Promise<Answered<D>> {
  try {
    return (await handler(c)) as Answered<D>;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const message = error.info.errors?.[0]?.message ?? error.info.detail ?? error.title;
    const code = error.code.toUpperCase().replaceAll("-", "_");
    throw new AppError(error.code, {
      ...error.info,
      detail: message,
      extra: { code, message, ...error.info.extra },
    });
  }
}
