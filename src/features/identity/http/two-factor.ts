import { Hono } from "hono";
import { renderSVG } from "uqr";
import { limitKey } from "#app/lib/client-ip.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { accountMails } from "../commands/account-mails.ts";
import {
  beginApp,
  confirmApp,
  proveFactor,
  renewRecoveryCodes,
  takeCode,
  turnOffSecondFactor,
} from "../commands/second-factor.ts";
import { codeInput, passwordInput } from "../inputs/second-factor.ts";
import { sessionUser } from "../queries.ts";
import { pendingMember, requireFreshFactor } from "../queries/second-factor.ts";
import { confirmPassword } from "./confirm-password.ts";
import { factorDocs } from "./factor-docs.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { AuthContext } from "./forward.ts";

/** Everything under /api/two-factor: the authenticator app, recovery codes, and the second step of a sign-in. */
export function twoFactorRoutes(
  services: Pick<Services, "accounts" | "db" | "env" | "jobs">,
  limits: Limits,
) {
  const { accounts, db } = services;
  const mails = accountMails(services);

  function tokenOf(c: AuthContext): string {
    const token = accounts.sessionToken(c.req.raw.headers);
    if (token === null) throw new AppError("unauthenticated");
    return token;
  }

  async function userOf(userId: string) {
    const user = await sessionUser(db, userId);
    if (user === null) throw new AppError("unauthenticated");
    return user;
  }

  /** Counts a try before it is made, so that concurrent ones cannot exceed the limits. */
  async function limited<T>(c: AuthContext, userId: string, work: () => Promise<T>): Promise<T> {
    const key = `${userId} ${limitKey(c.get("ip"))}`;
    await limits.take("factor-failures", key);
    await limits.take("factor-account", userId);
    try {
      const result = await work();
      await limits.forget("factor-failures", key);
      await limits.forget("factor-account", userId);
      return result;
    } catch (error) {
      if (isAppError(error) && error.code === "unprocessable") {
        c.get("log").warn({ event: "second-factor-refused", userId }, "second factor refused");
      }
      throw error;
    }
  }

  async function useCode(c: AuthContext, userId: string, code: string): Promise<void> {
    const kind = await limited(c, userId, () => takeCode(services, userId, code));
    if (kind === "recovery") await mails.factorChanged(await userOf(userId), "recovery-used");
  }

  return new Hono<AppEnv>()
    .post("/api/two-factor/app", factorDocs.begin, async (c) => {
      const { userId } = requireMember(c);
      const { password } = await parseBody(c, passwordInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, userId, password);
      const { email } = await userOf(userId);
      const { text, uri } = await beginApp(services, { userId, email });
      return c.json({ secret: text, uri, qr: renderSVG(uri, { ecc: "M", border: 2 }) });
    })
    .post("/api/two-factor/confirm", factorDocs.confirm, async (c) => {
      const { userId } = requireMember(c);
      const { code } = await parseBody(c, codeInput);
      const recoveryCodes = await limited(c, userId, () =>
        confirmApp(services, userId, tokenOf(c), code),
      );
      c.get("log").info({ event: "second-factor-on", userId }, "two-factor sign-in turned on");
      await mails.factorChanged(await userOf(userId), "on");
      return c.json({ recoveryCodes });
    })
    .post("/api/two-factor/sign-in", factorDocs.signIn, async (c) => {
      const { code } = await parseBody(c, codeInput);
      const pending = await pendingMember(services, c.req.raw.headers);
      if (pending === null) {
        const detail = "Sign in with your password again: that was too long ago";
        throw new AppError("unauthenticated", { detail });
      }
      await useCode(c, pending.userId, code);
      return c.json(await finishSignIn(services, c, pending.userId));
    })
    .post("/api/two-factor/fresh", factorDocs.fresh, async (c) => {
      const { userId } = requireMember(c);
      const { code } = await parseBody(c, codeInput);
      await useCode(c, userId, code);
      await proveFactor(db, tokenOf(c));
      return c.body(null, 204);
    })
    .post("/api/two-factor/recovery-codes", factorDocs.renew, async (c) => {
      const { userId } = requireMember(c);
      await requireFreshFactor(services, c.req.raw.headers);
      const recoveryCodes = await renewRecoveryCodes(services, userId);
      await mails.factorChanged(await userOf(userId), "recovery-renewed");
      return c.json({ recoveryCodes });
    })
    .post("/api/two-factor/off", factorDocs.off, async (c) => {
      const { userId } = requireMember(c);
      const { password } = await parseBody(c, passwordInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, userId, password);
      if (await turnOffSecondFactor(db, userId)) {
        c.get("log").info({ event: "second-factor-off", userId }, "two-factor sign-in turned off");
        await mails.factorChanged(await userOf(userId), "off");
      }
      return c.body(null, 204);
    });
}
