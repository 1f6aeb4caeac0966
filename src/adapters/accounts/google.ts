import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Env } from "#app/env.ts";

export const googleId = "google";

/** A name from another service, normalised; the local part of the address when nothing is left. */
function nameOf(profile: Record<string, unknown>): string {
  const { name: full, email } = profile;
  const choices = [full, typeof email === "string" ? email.split("@")[0] : undefined];
  for (const given of choices) {
    if (typeof given !== "string") continue;
    const name = given
      .normalize("NFKC")
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
      .trim()
      .slice(0, 80);
    if (/[\p{Letter}\p{Number}]/u.test(name)) return name;
  }
  return "Member";
}

/** Sign-in by OpenID Connect with state, nonce and PKCE; undefined when it is not configured. */
export function googlePlugins(env: Env) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return [];
  return [
    genericOAuth({
      config: [
        {
          providerId: googleId,
          clientId,
          clientSecret,
          discoveryUrl: env.GOOGLE_DISCOVERY_URL,
          scopes: ["openid", "email", "profile"],
          pkce: true,
          // Lets people with several Google accounts choose each time.
          prompt: "select_account",
          requireIdTokenVerification: true,
          // Where addresses must be confirmed, one that the provider does not vouch for must be too.
          requireEmailVerification: env.SMTP_URL !== undefined,
          // No avatar: it would be fetched from another host on every page.
          mapProfileToUser: (profile) => ({ name: nameOf(profile), image: undefined }),
        },
      ],
    }),
  ];
}
