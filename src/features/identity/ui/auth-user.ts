import { t } from "#app/language/message.ts";
import type { SessionUser } from "../queries.ts";

/** The user fields of a session; all but the id may be missing. */
export type AuthUser = {
  id: string;
  email?: string | null;
  name?: string | null;
  display_name?: string | null;
  username?: string | null;
  image?: string | null;
  avatar_url?: string | null;
  role?: string | null;
};

/**
 * A user built from auth data alone, for when the profile cannot be read (docs/product.md 8.1): name from
 * display_name or name, else "User"; avatar from avatar_url; role from the auth data, else member.
 */
export function userFromAuth(auth: AuthUser): SessionUser {
  const { role } = auth;
  return {
    id: auth.id,
    email: auth.email ?? "",
    name: auth.display_name?.trim() || auth.name?.trim() || t`User`,
    lastName: null,
    username: auth.username ?? "",
    avatar: auth.avatar_url ?? auth.image ?? null,
    coverPhotoUrl: null,
    role: role === "admin" || role === "user" ? role : "member",
    credits: 0,
    plan: "Free",
    renewalDate: null,
    bio: null,
    profession: null,
    website: null,
    location: null,
    twitterUsername: null,
    instagramUsername: null,
    linkedinUsername: null,
    facebookId: null,
    paypalEmail: null,
    stripeLink: null,
    canChangeUsername: false,
  };
}
