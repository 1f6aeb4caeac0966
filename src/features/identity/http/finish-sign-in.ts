import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { proveFactor } from "../commands/second-factor.ts";
import { forgetSession } from "../commands/sessions.ts";
import { sessionUser } from "../queries.ts";
import type { AuthContext } from "./forward.ts";

type Parts = Pick<Services, "accounts" | "db">;

/** The cookies that a response sets, as the headers of a request that has them. */
export function headersWith(cookies: readonly string[]): Headers {
  return new Headers({ cookie: cookies.map((line) => line.split(";", 1)[0]).join("; ") });
}

/**
 * Opens a session for a member who has proved who they are, and sets its cookies.
 * @throws AppError unauthenticated for a banned member
 */
export async function openSession({ accounts, db }: Parts, c: AuthContext, userId: string) {
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-client-ip", c.get("ip"));
  const opened = await accounts.openSession(headers, userId);
  const user = await sessionUser(db, userId);
  if (opened === null || user === null) throw new AppError("unauthenticated");
  const cookies = [...opened.cookies, accounts.knownCookie(c.req.raw.headers, user.email)];
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  const { id, name, email, username, role } = user;
  return { token: opened.token, user: { id, name, email, username, role } };
}

/**
 * Opens the session of a member who has proved their second factor: a new one, in place of the one that waited for it.
 * @throws AppError unauthenticated for a banned member
 */
export async function finishSignIn(parts: Parts, c: AuthContext, userId: string) {
  const waiting = parts.accounts.sessionToken(c.req.raw.headers);
  const opened = await openSession(parts, c, userId);
  await proveFactor(parts.db, opened.token);
  if (waiting !== null) await forgetSession(parts.db, waiting);
  c.get("log").info({ event: "signed-in", userId }, "signed in with a second factor");
  return opened;
}
