import { Hono } from "hono";
import { z } from "zod";
import { t } from "#app/language/message.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import { AppError, isAppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { accountMails } from "../commands/account-mails.ts";
import {
  addPasskey,
  newPasskeyOptions,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  takePasskey,
} from "../commands/passkeys.ts";
import { proveFactor } from "../commands/second-factor.ts";
import {
  newPasskeyInput,
  passkeyInput,
  passkeyNameInput,
  passwordInput,
  type PasskeyAnswer,
} from "../inputs/second-factor.ts";
import { sessionUser } from "../queries.ts";
import { accountFacts } from "../queries/account-facts.ts";
import { pendingMember, requireFreshFactor } from "../queries/second-factor.ts";
import { deletionRefusal } from "./account-off.ts";
import { confirmPassword } from "./confirm-password.ts";
import { passkeyDocs } from "./factor-docs.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import type { AuthContext } from "./forward.ts";

/** Everything under /api/passkeys: to sign in with them, to prove a second factor, and to keep them. */
export function passkeyRoutes(
  services: Pick<Services, "accounts" | "db" | "env" | "jobs">,
  limits: Limits,
) {
  const { accounts, db, env } = services;
  const mails = accountMails(services);
  const counted = (c: AuthContext) => limits.take("passkey", limitKey(c.get("ip")));

  async function userOf(userId: string) {
    const user = await sessionUser(db, userId);
    if (user === null) throw new AppError("unauthenticated");
    return user;
  }

  function idOf(c: AuthContext): string {
    const id = z.uuid().safeParse(c.req.param("id"));
    if (!id.success) throw new AppError("not-found");
    return id.data;
  }

  /** Where addresses must be confirmed, a passkey does not replace that. */
  async function refuseUnconfirmed(userId: string): Promise<void> {
    if (env.SMTP_URL === undefined || (await accountFacts(db, userId)).emailVerified) return;
    throw new AppError("forbidden", {
      detail: t`Confirm your address first: sign in with your password for a new link`,
    });
  }

  /** Whose passkey it is. A proof that is refused is logged, as a wrong password is. */
  async function ownerOf(c: AuthContext, confirming: string | null, response: PasskeyAnswer) {
    try {
      return await takePasskey(services, confirming, response);
    } catch (error) {
      const about = { event: "sign-in-refused", by: "passkey", userId: confirming };
      if (isAppError(error)) c.get("log").warn(about, "passkey refused");
      throw error;
    }
  }

  return new Hono<AppEnv>()
    .post("/api/passkeys/sign-in/options", passkeyDocs.signInOptions, async (c) => {
      await counted(c);
      const pending = await pendingMember(services, c.req.raw.headers);
      return c.json(await passkeyOptions(services, null, pending?.userId ?? null));
    })
    .post("/api/passkeys/sign-in", passkeyDocs.signIn, async (c) => {
      await counted(c);
      const { response } = await parseBody(c, passkeyInput);
      const userId = await ownerOf(c, null, response);
      await refuseUnconfirmed(userId);
      const leaving = await deletionRefusal(services, { id: userId });
      if (leaving !== null) throw leaving;
      return c.json(await finishSignIn(services, c, userId));
    })
    .post("/api/passkeys/fresh/options", passkeyDocs.freshOptions, async (c) => {
      const { userId } = requireMember(c);
      await counted(c);
      return c.json(await passkeyOptions(services, userId, userId));
    })
    .post("/api/passkeys/fresh", passkeyDocs.fresh, async (c) => {
      const { userId } = requireMember(c);
      await counted(c);
      const { response } = await parseBody(c, passkeyInput);
      await ownerOf(c, userId, response);
      const token = accounts.sessionToken(c.req.raw.headers);
      if (token !== null) await proveFactor(db, token);
      return c.body(null, 204);
    })
    .post("/api/passkeys/options", passkeyDocs.addOptions, async (c) => {
      const { userId } = requireMember(c);
      await counted(c);
      const { password } = await parseBody(c, passwordInput);
      await requireFreshFactor(services, c.req.raw.headers);
      await confirmPassword(services, limits, userId, password);
      const { email, name } = await userOf(userId);
      return c.json(await newPasskeyOptions(services, { userId, email, name }));
    })
    .post("/api/passkeys", passkeyDocs.add, async (c) => {
      const { userId } = requireMember(c);
      await counted(c);
      const { name, response } = await parseBody(c, newPasskeyInput);
      const id = await addPasskey(services, userId, name, response);
      c.get("log").info({ event: "passkey-added", userId }, "a passkey was added");
      await mails.factorChanged(await userOf(userId), "passkey-added", name);
      return c.json({ id }, 201);
    })
    .patch("/api/passkeys/:id", passkeyDocs.rename, async (c) => {
      const { userId } = requireMember(c);
      const { name } = await parseBody(c, passkeyNameInput);
      if (!(await renamePasskey(services, userId, idOf(c), name))) throw new AppError("not-found");
      return c.body(null, 204);
    })
    .delete("/api/passkeys/:id", passkeyDocs.remove, async (c) => {
      const { userId } = requireMember(c);
      await requireFreshFactor(services, c.req.raw.headers);
      const name = await removePasskey(services, userId, idOf(c));
      if (name === null) throw new AppError("not-found");
      c.get("log").info({ event: "passkey-removed", userId }, "a passkey was removed");
      await mails.factorChanged(await userOf(userId), "passkey-removed", name);
      return c.body(null, 204);
    });
}
