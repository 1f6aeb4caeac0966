import { Hono, type Context } from "hono";
import { z } from "zod";
import { limitKey } from "../../../lib/client-ip.ts";
import { AppError, isAppError, type AppErrorCode } from "../../../lib/errors.ts";
import { parseBody, type AppEnv } from "../../../lib/http.ts";
import type { Limits } from "../../../lib/rate-limit.ts";
import { hasBody, readJson } from "../../../lib/read-body.ts";
import type { Services } from "../../../services.ts";
import { passwordMessages, passwordProblem, signInInput, signUpInput } from "../inputs/sign-up.ts";
import { actorOf } from "../queries.ts";
import { openAddresses, signInDocs, signUpDocs } from "./auth-docs.ts";

const newPassword = z.looseObject({ newPassword: z.string() });

/** The addresses under /api/auth: limits and our own checks first, then Better Auth. */
export function authRoutes(
  services: Pick<Services, "accounts" | "db" | "env">,
  limits: Limits,
): Hono<AppEnv> {
  /** Hands the request on with a body that was checked, and the address of the socket as the client's. */
  async function handOn(c: Context<AppEnv>, body?: unknown): Promise<Response> {
    const headers = new Headers(c.req.raw.headers);
    for (const name of ["content-length", "transfer-encoding", "content-type"])
      headers.delete(name);
    headers.set("x-client-ip", c.get("ip"));
    // A banned member's session is none.
    if (headers.has("cookie") && (await actorOf(services, headers)).role === "guest") {
      headers.delete("cookie");
    }
    if (body !== undefined) headers.set("content-type", "application/json");
    const url = new URL(c.req.url);
    const answer = await services.accounts.handler(
      new Request(new URL(url.pathname + url.search, services.env.SERVER_URL), {
        method: c.req.method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    if (answer.status < 400) return answer;
    throw await refusalIn(answer);
  }

  async function signUp(c: Context<AppEnv>): Promise<Response> {
    await limits.take("sign-up", limitKey(c.get("ip")));
    const input = await parseBody(c, signUpInput);
    checkPassword(input.password, "password");
    return handOn(c, input);
  }

  async function signIn(c: Context<AppEnv>): Promise<Response> {
    await limits.take("sign-in", limitKey(c.get("ip")));
    const input = await parseBody(c, signInInput);
    // Counted before the try, so that many at once cannot slip past the limit.
    await limits.take("sign-in-failures", input.email);
    try {
      const answer = await handOn(c, input);
      await limits.forget("sign-in-failures", input.email);
      return answer;
    } catch (error) {
      const failed = isAppError(error) && error.status === 401;
      if (!failed) await limits.giveBack("sign-in-failures", input.email);
      throw error;
    }
  }

  async function other(c: Context<AppEnv>): Promise<Response> {
    if (c.req.method === "GET" || !hasBody(c.req.raw.headers)) return handOn(c);
    const body = await readJson(c.req.raw);
    const parsed = newPassword.safeParse(body);
    if (parsed.success) checkPassword(parsed.data.newPassword, "newPassword");
    return handOn(c, body);
  }

  const routes = new Hono<AppEnv>();
  routes.post("/api/auth/sign-up/email", signUpDocs, spoken(signUp));
  routes.post("/api/auth/sign-in/email", signInDocs, spoken(signIn));
  for (const { method, name, docs } of openAddresses) {
    routes.on(method, `/api/auth/${name}`, docs, spoken(other));
  }
  return routes;
}

/** @throws AppError unprocessable in the words of Better Auth's codes */
function checkPassword(password: string, path: string): void {
  const found = passwordProblem(password);
  if (found === null) return;
  const message = passwordMessages[found];
  throw new AppError("unprocessable", {
    detail: message,
    errors: [{ path, code: found, message }],
    extra: { code: `PASSWORD_${found.toUpperCase().replaceAll("-", "_")}` },
  });
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

const spokenBody = z.object({ message: z.string().optional(), code: z.string().optional() });

/** Better Auth's refusal as one of ours, its message and code kept for its own clients. */
async function refusalIn(answer: Response): Promise<AppError> {
  const parsed = spokenBody.safeParse(await answer.json().catch(() => ({})));
  const { message, code } = parsed.success ? parsed.data : {};
  const kind = kinds[answer.status];
  if (kind === undefined) return new AppError("internal", { cause: `accounts ${answer.status}` });
  return new AppError(kind, { detail: message, extra: { ...(code !== undefined && { code }) } });
}

/** Adds to every refusal the two members that Better Auth's clients read: message and code. */
function spoken(handler: (c: Context<AppEnv>) => Promise<Response>) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    try {
      return await handler(c);
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
  };
}
