import { AsyncLocalStorage } from "node:async_hooks";
import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import { v7 as uuidv7 } from "uuid";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Env } from "#app/env.ts";
import type { Logger } from "#app/lib/log.ts";
import { createAuthenticatorApps } from "./authenticator-app.ts";
import { createSealing, createStrangerIds } from "./sealing.ts";
import { googlePlugins } from "./google.ts";
import { createHashing } from "./hashing.ts";
import { createKnownBrowsers } from "./known-browsers.ts";
import { createMemberRows, type OnSignUp } from "./member-rows.ts";
import { freeUsername, isBanned } from "./new-member.ts";
import { openSessionPlugin } from "./open-session.ts";
import { mailTimes, type AccountMails, type Accounts } from "./port.ts";
import { sessionToken } from "./session-cookie.ts";

export type BetterAuthOptions = {
  env: Env;
  db: Kysely<Database>;
  log: Logger;
  secret: string;
  onSignUp: OnSignUp;
  mails: AccountMails;
  /** Digits appended to a username that is taken. */
  suffix: () => string;
  /** See createHashing. */
  passwordCost?: number;
};

const hour = 3600;
const month = 30 * 24 * hour;
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};
const times = { createdAt: "created_at", updatedAt: "updated_at" };

/** The library's tables under our names, with strict settings. */
export function openBetterAuth(options: BetterAuthOptions): Accounts {
  const { env, db, log, secret, onSignUp, mails } = options;
  const mustVerify = env.SMTP_URL !== undefined;
  const hashing = createHashing(options.passwordCost);
  const members = createMemberRows(db, onSignUp);
  /** Who is to be told of a refused member: one for each request. */
  const refusals = new AsyncLocalStorage<(userId: string) => void>();
  const https = env.SERVER_URL.startsWith("https:");
  // The prefix binds the cookie to this host and to https.
  const cookieName = (name: string) => `${https ? "__Host-" : ""}echoform.${name}`;
  const auth = betterAuth({
    appName: env.APP_NAME,
    baseURL: env.SERVER_URL,
    basePath: "/api/auth",
    secret,
    database: members.adapter,
    user: {
      modelName: "users",
      fields: { ...times, emailVerified: "email_verified", image: "avatar_url" },
      // `input: false`: nothing of this can be set from outside (the username is made below, before the
      // row is written). It never touches columns that are not named here.
      additionalFields: {
        username: { type: "string", required: false, input: false },
        role: { type: "string", required: false, input: false },
      },
    },
    session: {
      modelName: "sessions",
      fields: {
        ...times,
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
      },
      expiresIn: month,
      // Off, because a signed-out cookie must be invalid at once.
      cookieCache: { enabled: false },
    },
    account: {
      modelName: "accounts",
      fields: {
        ...times,
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
      },
      updateAccountOnSignIn: false,
      // Another sign-in method is linked to an account only when both sides have verified the address.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
    },
    verification: {
      modelName: "verifications",
      fields: { ...times, expiresAt: "expires_at" },
      // Hashed, so that a reader of the database cannot reset passwords.
      storeIdentifier: "hashed",
    },
    emailVerification: {
      sendVerificationEmail: ({ user, token, url }) => mails.verify(user, token, url),
      sendOnSignUp: mustVerify,
      expiresIn: mailTimes.verify,
      autoSignInAfterVerification: true,
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: hashing,
      requireEmailVerification: mustVerify,
      onExistingUserSignUp: ({ user }) => mails.taken(user),
      sendResetPassword: ({ user, token }) => mails.reset(user, token),
      resetPasswordTokenExpiresIn: mailTimes.reset,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => {
        // Using the link proves ownership of the mailbox.
        const { internalAdapter } = await auth.$context;
        if (!user.emailVerified) await internalAdapter.updateUser(user.id, { emailVerified: true });
        await mails.changed(user);
      },
    },
    plugins: [...googlePlugins(env), openSessionPlugin],
    databaseHooks: {
      user: {
        create: {
          before: (user) =>
            members.noting(async () => ({
              data: { ...user, username: await freeUsername(db, user.name, options.suffix) },
            })),
        },
      },
      account: {
        // The provider is not called again, so its tokens are not stored.
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
      session: {
        create: {
          // False refuses: a banned member cannot sign in.
          async before({ userId }) {
            if (!(await isBanned(db, userId))) return true;
            refusals.getStore()?.(userId);
            return false;
          },
        },
      },
    },
    // The server's own limits count by socket address and account; the library's believe a header.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
      // The server checks the origin of every request before it comes here; addresses to return to are checked here.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure: https, path: "/" },
      cookies: Object.fromEntries(
        ["session_token", "session_data", "account_data", "dont_remember", "state"].map((name) => [
          name,
          { name: cookieName(name) },
        ]),
      ),
    },
    telemetry: { enabled: false },
    // API errors become responses; all else is thrown to the server, which tells a lost database from a bug.
    onAPIError: { throw: true, errorURL: `${env.SERVER_URL}/auth/callback` },
    logger: {
      level: "error",
      log: (_level, message) => log.debug({ part: "accounts" }, message),
    },
  });

  const browsers = createKnownBrowsers(cookieName("known"), secret, https);
  return {
    handler: (request, onRefused = () => undefined) =>
      refusals.run(onRefused, () => members.failing(() => auth.handler(request))),
    hashedAhead: hashing.ahead,
    knownBrowser: (headers, email) => browsers.idFor(headers, email),
    knownCookie: (headers, email) => browsers.cookieFor(headers, email),
    sessionToken: (headers) => sessionToken(headers, cookieName("session_token"), secret),
    hashPassword: hashing.hash,
    verifyPassword: hashing.verify,
    async openSession(headers, userId) {
      try {
        const opened = await auth.api.openSession({
          body: { userId },
          headers,
          returnHeaders: true,
        });
        return { token: opened.response.token, cookies: opened.headers.getSetCookie() };
      } catch (error) {
        if (isAPIError(error)) return null;
        throw error;
      }
    },
    apps: createAuthenticatorApps(secret, env.APP_NAME),
    engineKeys: createSealing(secret, "engine keys"),
    strangerId: createStrangerIds(secret),
    close: hashing.close,
  };
}
