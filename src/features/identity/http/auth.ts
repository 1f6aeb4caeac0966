import { setTimeout as pause } from "node:timers/promises";
import { Hono } from "hono";
import { t } from "#app/language/message.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import { parseBody, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { hasBody, readJson } from "#app/lib/read-body.ts";
import { paths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";
import { forgetFailures, forgetLinks, forgetSession } from "../commands/sessions.ts";
import { accountMails } from "../commands/account-mails.ts";
import { proveFactor } from "../commands/second-factor.ts";
import {
  addressInput,
  changePasswordInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
  type SignInInput,
} from "../inputs/sign-up.ts";
import { actorOf, ownerOfResetLink, sessionUser } from "../queries.ts";
import { accountOff } from "./account-off.ts";
import { factorTimeOf, pendingMember, type PendingMember } from "../queries/second-factor.ts";
import { docs } from "./auth-docs.ts";
import { callbackHandlers } from "./callbacks.ts";
import { checkPassword } from "./check-password.ts";
import { asStranger, createEntrance } from "./entrance.ts";
import { headersWith } from "./finish-sign-in.ts";
import { codeIn, forward, withErrorFields, type AuthContext } from "./forward.ts";
import { returnAddress } from "./return-address.ts";
import { createPace, delayAfter } from "./sign-in-pace.ts";

/** Minimum duration, in ms, of responses that must not reveal whether an address is known. */
const evenTime = 400;

/** The addresses under /api/auth: limits and our own checks first, then Better Auth. */
export function authRoutes(
  services: Pick<Services, "accounts" | "db" | "env" | "jobs">,
  limits: Limits,
) {
  const mustVerify = services.env.SMTP_URL !== undefined;
  const mails = accountMails(services);
  const entrance = createEntrance(services.env);
  const slowDown = createPace();

  /** Concurrent sign-ups with the same name can get the same username: the later one is retried with another. */
  const openAccount = (c: AuthContext, body: { password: string }): Promise<Response> =>
    services.accounts.hashedAhead(body.password, () =>
      forward(services, c, { body }).catch((error: unknown) => {
        if (codeIn(error) !== "FAILED_TO_CREATE_USER") throw error;
        return forward(services, c, { body });
      }),
    );

  async function signUp(c: AuthContext): Promise<Response> {
    const input = await parseBody(c, signUpInput);
    const { name, email } = input;
    checkPassword(input.password, "password", [services.env.APP_NAME, name, email]);
    const body = { ...input, callbackURL: returnAddress(input.callbackURL, "signup") };
    const signedUp = asStranger(entrance, c, async () => {
      // Malformed input does not count.
      await limits.take("sign-up", limitKey(c.get("ip")));
      if (!mustVerify) return openAccount(c, body);
      // A free address gets a link and a taken one a notice: each is a mail that anybody can have sent.
      await limits.take("verification-mail", email);
      await quietSignUp(c, body);
      return null;
    });
    const [answer] = await Promise.all([signedUp, mustVerify && pause(evenTime)]);
    if (answer !== null) {
      await endEarlier(c);
      return known(c, answer, email);
    }
    // The same response for every address, free or taken.
    return c.json({ token: null, user: { name, email, emailVerified: false } });
  }

  /** That an address is taken is reported to its owner by mail, not in the response. */
  async function quietSignUp(c: AuthContext, body: { password: string }): Promise<void> {
    try {
      await openAccount(c, body);
    } catch (error) {
      if (!isAppError(error) || error.code !== "unprocessable") throw error;
    }
  }

  /** The response with the cookie that makes the browser known for the account. */
  function known(c: AuthContext, answer: Response, email: string): Response {
    const headers = new Headers(answer.headers);
    headers.append("set-cookie", services.accounts.knownCookie(c.req.raw.headers, email));
    return new Response(answer.body, { status: answer.status, headers });
  }

  /** Ends the session that the browser had before: its cookie has just been replaced. */
  async function endEarlier(c: AuthContext): Promise<void> {
    const earlier = services.accounts.sessionToken(c.req.raw.headers);
    if (earlier !== null) await forgetSession(services.db, earlier);
  }

  /** Counts an attempt before it is made, so that concurrent ones cannot exceed the limits. @returns failures of the account */
  async function countTry(c: AuthContext, email: string, browser: string | null): Promise<number> {
    const network = limitKey(c.get("ip"));
    if (browser === null) await limits.take("sign-in", network);
    await limits.take("sign-in-failures", `${email} ${browser ?? network}`);
    return limits.used("account-failures", email);
  }

  async function signIn(c: AuthContext): Promise<Response> {
    const input = await parseBody(c, signInInput);
    const { email } = input;
    const browser = services.accounts.knownBrowser(c.req.raw.headers, email);
    const client = browser ?? limitKey(c.get("ip"));
    const lane = browser === null ? "stranger" : "known";
    const failuresKey = `${email} ${client}`;
    const { answer, failures } = await entrance.run({ lane, client }, async () => {
      const counted = await countTry(c, email, browser);
      const isSlowed = browser === null && delayAfter(counted) > 0;
      return {
        failures: counted,
        answer: isSlowed ? null : await trySignIn(c, input, failuresKey),
      };
    });
    if (answer !== null) return answer;
    let isTried = false;
    try {
      await slowDown(email, failures);
      return await entrance.run({ lane: "slowed", client }, () => {
        isTried = true;
        return trySignIn(c, input, failuresKey);
      });
    } catch (error) {
      if (!isTried) await limits.refund("sign-in-failures", failuresKey);
      throw error;
    }
  }

  async function trySignIn(
    c: AuthContext,
    { callbackURL, ...body }: SignInInput,
    failuresKey: string,
  ): Promise<Response> {
    const { email } = body;
    try {
      const answer = await forward(services, c, { body });
      await limits.forget("sign-in-failures", failuresKey);
      await limits.forget("account-failures", email);
      await endEarlier(c);
      const opened = headersWith(answer.headers.getSetCookie());
      const pending = await pendingMember(services, opened);
      if (pending !== null) return known(c, secondStep(answer, pending), email);
      const { userId } = await actorOf(services, opened);
      c.get("log").info({ event: "signed-in", by: "password", userId }, "signed in");
      return known(c, answer, email);
    } catch (error) {
      const refusal = await accountOff(services, error, email);
      if (refusal !== null) {
        await limits.refund("sign-in-failures", failuresKey);
        throw refusal;
      }
      const failed = isAppError(error) && error.status === 401;
      if (failed) {
        await limits.take("account-failures", email);
        c.get("log").warn({ event: "sign-in-refused", by: "password" }, "sign-in refused");
      } else await limits.refund("sign-in-failures", failuresKey);
      if (codeIn(error) !== "EMAIL_NOT_VERIFIED") throw error;
      await mailLink(c, email, callbackURL);
      throw new AppError("forbidden", {
        detail: t`Confirm your address first: the link is in the mail that we have sent you`,
        extra: { code: "EMAIL_NOT_VERIFIED" },
      });
    }
  }

  /** The session waits for its second step, and nothing of the member is told before. */
  function secondStep({ headers }: Response, { methods }: PendingMember): Response {
    const body = { twoFactorRedirect: true, twoFactorMethods: methods };
    return Response.json(body, { headers: headers.getSetCookie().map((c) => ["set-cookie", c]) });
  }

  async function mailLink(c: AuthContext, email: string, back: string | undefined) {
    await limits.take("account-mail", limitKey(c.get("ip")));
    await limits.take("verification-mail", email);
    const body = { email, callbackURL: returnAddress(back, "signup") };
    return forward(services, c, { path: paths.api.sendVerification(), body });
  }

  async function sendVerification(c: AuthContext): Promise<Response> {
    const { email, callbackURL } = await parseBody(c, addressInput);
    // Without a mail server there is no confirmation.
    if (mustVerify) await asStranger(entrance, c, () => mailLink(c, email, callbackURL));
    return c.json({ status: true });
  }

  async function requestReset(c: AuthContext): Promise<Response> {
    const { email } = await parseBody(c, addressInput);
    const mailed = asStranger(entrance, c, async () => {
      await limits.take("account-mail", limitKey(c.get("ip")));
      await limits.take("reset", email);
      await forward(services, c, { body: { email } });
    });
    await Promise.all([pause(evenTime), mailed]);
    return c.json({ status: true });
  }

  async function resetPassword(c: AuthContext): Promise<Response> {
    const body = await parseBody(c, resetPasswordInput);
    checkPassword(body.newPassword, "newPassword", [services.env.APP_NAME]);
    return asStranger(entrance, c, async () => {
      await limits.take("password-change", limitKey(c.get("ip")));
      const owner = await ownerOfResetLink(services.db, body.token);
      if (owner !== null) checkPassword(body.newPassword, "newPassword", [owner.email]);
      const answer = await forward(services, c, { body });
      const userId = owner?.id ?? null;
      c.get("log").info({ event: "password-reset", userId }, "a password was reset");
      if (owner === null) return answer;
      await forgetLinks(services.db, owner.id);
      await limits.forget("account-failures", owner.email);
      await forgetFailures(services.db, owner.email);
      // Using the link proves ownership of the mailbox.
      return known(c, answer, owner.email);
    });
  }

  async function changePassword(c: AuthContext): Promise<Response> {
    const { userId } = await actorOf(services, c.req.raw.headers);
    if (userId === null) throw new AppError("unauthenticated");
    await limits.take("password-change", userId);
    const input = await parseBody(c, changePasswordInput);
    const user = await sessionUser(services.db, userId);
    const names = user === null ? [] : [user.name, user.username, user.email];
    checkPassword(input.newPassword, "newPassword", [services.env.APP_NAME, ...names]);
    // Always: another signed-in person may be the reason for the change.
    const body = { ...input, revokeOtherSessions: true };
    const { accounts, db } = services;
    const factorAt = await factorTimeOf(db, accounts.sessionToken(c.req.raw.headers) ?? "");
    const answer = await entrance.run({ lane: "known", client: userId }, () =>
      forward(services, c, { body }),
    );
    // The new session has proved what the one before it had.
    const opened = accounts.sessionToken(headersWith(answer.headers.getSetCookie()));
    if (factorAt !== null && opened !== null) await proveFactor(db, opened, factorAt);
    await forgetLinks(services.db, userId);
    c.get("log").info({ event: "password-changed", userId }, "a password was changed");
    if (user === null) return answer;
    await mails.changed(user);
    return known(c, answer, user.email);
  }

  async function passthrough(c: AuthContext): Promise<Response> {
    if (c.req.method === "GET" || !hasBody(c.req.raw.headers)) return forward(services, c);
    return forward(services, c, { body: await readJson(c.req.raw) });
  }

  const { startGoogle, endGoogle, openConfirmation, verifyEmail } = callbackHandlers(services, {
    take: (name, key) =>
      entrance.run({ lane: "stranger", client: key }, () => limits.take(name, key)),
  });
  return (
    new Hono<AppEnv>()
      .post("/api/auth/sign-up/email", docs.signUp, (c) => withErrorFields(c, docs.signUp, signUp))
      .post("/api/auth/sign-in/email", docs.signIn, (c) => withErrorFields(c, docs.signIn, signIn))
      .post("/api/auth/send-verification-email", docs.sendVerification, (c) =>
        withErrorFields(c, docs.sendVerification, sendVerification),
      )
      .get("/api/auth/verify-email", docs.openConfirmation, (c) =>
        withErrorFields(c, docs.openConfirmation, openConfirmation),
      )
      .post("/api/auth/verify-email", docs.verifyEmail, (c) =>
        withErrorFields(c, docs.verifyEmail, verifyEmail),
      )
      .post("/api/auth/request-password-reset", docs.requestReset, (c) =>
        withErrorFields(c, docs.requestReset, requestReset),
      )
      .post("/api/auth/reset-password", docs.resetPassword, (c) =>
        withErrorFields(c, docs.resetPassword, resetPassword),
      )
      .post("/api/auth/change-password", docs.changePassword, (c) =>
        withErrorFields(c, docs.changePassword, changePassword),
      )
      .post("/api/auth/sign-in/oauth2", docs.startGoogle, (c) =>
        withErrorFields(c, docs.startGoogle, startGoogle),
      )
      .get("/api/auth/callback/google", docs.endGoogle, (c) =>
        withErrorFields(c, docs.endGoogle, endGoogle),
      )
      // Of Better Auth's routes only these are exposed unchanged; others would bypass our own rules.
      .get("/api/auth/get-session", docs.session, (c) =>
        withErrorFields(c, docs.session, passthrough),
      )
      .post("/api/auth/get-session", docs.session, (c) =>
        withErrorFields(c, docs.session, passthrough),
      )
      .post("/api/auth/sign-out", docs.signOut, (c) =>
        withErrorFields(c, docs.signOut, passthrough),
      )
  );
}
