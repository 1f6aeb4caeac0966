import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/**
 * Opens a session for a member who has proved who they are by other means than the library's: with a passkey, or in the
 * second step of a sign-in. It has no address; only the program calls it.
 */
export const openSessionPlugin = {
  id: "open-session",
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { authCookies, internalAdapter, secret } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        const { name } = authCookies.dontRememberToken;
        const dontRemember = (await ctx.getSignedCookie(name, secret)) === "true";
        // Null where the hook refuses a banned member.
        const session =
          user && ((await internalAdapter.createSession(user.id, dontRemember)) as object | null);
        if (!user || !session) throw new APIError("UNAUTHORIZED");
        const opened = session as Awaited<ReturnType<typeof internalAdapter.createSession>>;
        await setSessionCookie(ctx, { session: opened, user }, dontRemember);
        return ctx.json({ token: opened.token });
      },
    ),
  },
} satisfies BetterAuthPlugin;
