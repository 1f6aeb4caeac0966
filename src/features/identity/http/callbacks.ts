import { t } from "#app/language/message.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { parseBody, parseForm } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { paths, serverPaths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";
import { forgetSession } from "../commands/sessions.ts";
import { confirmInput, googleInput } from "../inputs/sign-up.ts";
import { actorOf } from "../queries.ts";
import { waitingDeletionOf } from "../queries/account-ban.ts";
import { headersWith } from "./finish-sign-in.ts";
import { codeIn, forward, type AuthContext } from "./forward.ts";
import { failureAddress, returnAddress, settledAddress } from "./return-address.ts";

type Identity = Pick<Services, "accounts" | "db" | "env">;

/** Entries from other sites: Google, and the link of a confirmation mail. */
export function callbackHandlers(services: Identity, limits: Pick<Limits, "take">) {
  /** Returns the provider's address, which redirects back to us. */
  async function startGoogle(c: AuthContext): Promise<Response> {
    await limits.take("sign-in", limitKey(c.get("ip")));
    const { callbackURL } = await parseBody(c, googleInput);
    if (services.env.GOOGLE_CLIENT_ID === undefined) throw new AppError("not-found");
    const back = returnAddress(callbackURL, "google");
    const body = { provider: "google", callbackURL: back, errorCallbackURL: back };
    try {
      return await forward(services, c, {
        path: "/api/auth/sign-in/social",
        body: { ...body, disableRedirect: true },
      });
    } catch (error) {
      if (codeIn(error) !== "PROVIDER_NOT_FOUND") throw error;
      // Configured, but its discovery document cannot be loaded: the next attempt asks again.
      throw new AppError("unavailable", {
        detail: t`Failed to sign in with Google`,
        retryAfterSeconds: 10,
        cause: error,
      });
    }
  }

  /** The page where the account of a member who was refused is kept, if it waits for its deletion. */
  async function placeToKeep(refused: readonly string[]): Promise<string | null> {
    const [id] = refused;
    const waiting = id === undefined ? null : await waitingDeletionOf(services.db, { id });
    return waiting && paths.appeal(waiting.key);
  }

  /** A route that a browser navigates to: in every case it redirects to a page of ours. */
  async function settle(
    c: AuthContext,
    from: "google" | "signup",
    path?: string,
  ): Promise<Response> {
    const status = c.req.method === "POST" ? 303 : 302;
    const refused: string[] = [];
    const onRefused = (userId: string) => void refused.push(userId);
    try {
      const answer = await forward(services, c, { method: "GET", path, onRefused });
      const location = answer.headers.get("location");
      if (location === null) throw new AppError("internal", { cause: "accounts led nowhere" });
      const headers = new Headers(answer.headers);
      const settled = settledAddress(location, services.env.SERVER_URL, from);
      headers.set("location", (from === "google" && (await placeToKeep(refused))) || settled);
      headers.set("referrer-policy", "no-referrer");
      return new Response(null, { status, headers });
    } catch (error) {
      if (!isAppError(error) || error.status === 503) throw error;
      if (error.code === "internal") c.get("log").error({ err: error }, "sign-in failed");
      return c.redirect(failureAddress(from, null, null), status);
    }
  }

  async function endGoogle(c: AuthContext): Promise<Response> {
    await limits.take("sign-in", limitKey(c.get("ip")));
    const earlier = services.accounts.sessionToken(c.req.raw.headers);
    const answer = await settle(c, "google");
    const opened = headersWith(answer.headers.getSetCookie());
    if (services.accounts.sessionToken(opened) === null) {
      c.get("log").warn({ event: "sign-in-refused", by: "google" }, "sign-in refused");
      return answer;
    }
    // The browser's cookie has just been replaced.
    if (earlier !== null) await forgetSession(services.db, earlier);
    const { userId } = await actorOf(services, opened);
    // Without a member the sign-in waits for its second step.
    if (userId !== null) {
      c.get("log").info({ event: "signed-in", by: "google", userId }, "signed in");
    }
    return answer;
  }

  /** Links of older mails redirect to the page with the button. */
  function openConfirmation(c: AuthContext): Promise<Response> {
    const { token = "", callbackURL } = c.req.query();
    const back = new URL(returnAddress(callbackURL, "signup"), services.env.SERVER_URL);
    const next = back.searchParams.get("next");
    return Promise.resolve(c.redirect(serverPaths.confirmAddress({ token, next })));
  }

  /**
   * The button behind a confirmation link. It signs in a signed-out browser; one that is signed in to another
   * account keeps its session, because anybody can send others a link to an account of their own.
   */
  async function verifyEmail(c: AuthContext): Promise<Response> {
    await limits.take("password-change", limitKey(c.get("ip")));
    const { token, next } = await parseForm(c, confirmInput);
    const { userId } = await actorOf(services, c.req.raw.headers);
    const query = new URLSearchParams({ token, callbackURL: returnAddress(next, "signup") });
    const answer = await settle(c, "signup", `${paths.api.verifyEmail()}?${query.toString()}`);
    return userId === null ? answer : withoutNewSession(answer);
  }

  async function withoutNewSession(answer: Response): Promise<Response> {
    const opened = services.accounts.sessionToken(headersWith(answer.headers.getSetCookie()));
    if (opened === null) return answer;
    await forgetSession(services.db, opened);
    const headers = new Headers(answer.headers);
    headers.delete("set-cookie");
    const next = new URL(headers.get("location") ?? "/", services.env.SERVER_URL).searchParams;
    const kept = { next: next.get("next"), from: "signup", session: "kept" } as const;
    headers.set("location", paths.authCallback(kept));
    return new Response(null, { status: answer.status, headers });
  }

  return { startGoogle, endGoogle, openConfirmation, verifyEmail };
}
