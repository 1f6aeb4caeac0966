import { createHash } from "node:crypto";
import { sql, type Kysely, type Selectable } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database, Users } from "#app/db/schema.ts";
import type { Language } from "#app/language/languages.ts";
import { guest, type Actor, type Role } from "#app/lib/actor.ts";
import type { Services } from "#app/services.ts";
import { longestSessionDays } from "./queries/sessions.ts";

export { isAccountOn, profileOf } from "./queries/account-ban.ts";
export { languageOfMember } from "./queries/language.ts";
export { accountFacts } from "./queries/account-facts.ts";
export { requireFreshFactor } from "./queries/second-factor.ts";

/** Every field of the session user in the client (docs/product.md 3.1). */
export type SessionUser = {
  id: string;
  email: string;
  name: string;
  lastName: string | null;
  username: string;
  avatar: string | null;
  coverPhotoUrl: string | null;
  role: Exclude<Role, "guest">;
  credits: number;
  plan: string;
  /** ISO 8601, UTC. */
  renewalDate: string | null;
  bio: string | null;
  profession: string | null;
  website: string | null;
  location: Location | null;
  twitterUsername: string | null;
  instagramUsername: string | null;
  linkedinUsername: string | null;
  facebookId: string | null;
  paypalEmail: string | null;
  stripeLink: string | null;
  canChangeUsername: boolean;
};

type Location = {
  label: string | null;
  country: string | null;
  city: string | null;
  state: string | null;
  /** Degrees. */
  lat: number | null;
  lon: number | null;
};

/** The public profile of a creator: no e-mail, no payment handles, no coordinates. */
type PublicProfile = {
  id: string;
  username: string;
  name: string;
  avatar: string | null;
  coverPhotoUrl: string | null;
  bio: string | null;
  profession: string | null;
  website: string | null;
  location: Omit<Location, "lat" | "lon"> | null;
  twitterUsername: string | null;
  instagramUsername: string | null;
  linkedinUsername: string | null;
  isDemo: boolean;
  createdAt: string;
};

/** A role of the users table; anything else counts as member (acceptance row AU-14). */
function roleOf(stored: string | null | undefined): Exclude<Role, "guest"> {
  return stored === "admin" || stored === "user" ? stored : "member";
}

/**
 * The actor: resolved once per request from the cookie, the session's row and the users row.
 * A banned or deleted member is a guest, whatever cookie they still have, and so is one whose sign-in waits for its
 * second step. Where admins need a second factor, an admin whose session has proved none counts as a member.
 */
export async function actorOf(
  services: Pick<Services, "accounts" | "db" | "env">,
  headers: Headers,
): Promise<Actor> {
  const token = services.accounts.sessionToken(headers);
  if (token === null) return guest;
  // Runs on every request: raw SQL that is planned once, because building and planning the query costs more than running it.
  const { rows } = await sql<{
    id: string;
    role: string;
    language: Language | null;
    proven: boolean;
  }>`${prepared}
    select u.id, u.role, u.language, s.factor_at is not null as proven from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now() and u.banned_at is null
      and s.created_at > now() - make_interval(days => ${longestSessionDays}::int)
      and (u.two_factor_at is null or s.factor_at is not null)`.execute(services.db);
  const [row] = rows;
  if (row === undefined) return guest;
  const role = roleOf(row.role);
  const isDemoted = role === "admin" && services.env.ADMIN_TWO_FACTOR === "required" && !row.proven;
  const chosen = row.language === null ? {} : { language: row.language };
  return isDemoted
    ? { role: "member", userId: row.id, ...chosen, needsSecondFactor: true }
    : { role, userId: row.id, ...chosen };
}

const publicColumns = [
  "id",
  "username",
  "name",
  "avatar_url",
  "cover_photo_url",
  "bio",
  "profession",
  "website",
  "location_label",
  "location_country",
  "location_city",
  "location_state",
  "twitter_username",
  "instagram_username",
  "linkedin_username",
  "is_demo",
  "created_at",
] as const;

const ownColumns = [
  ...publicColumns,
  "email",
  "last_name",
  "role",
  "credits",
  "plan",
  "renewal_date",
  "location_lat",
  "location_lon",
  "facebook_id",
  "paypal_email",
  "stripe_link",
  "can_change_username",
] as const;

function orNull<T extends object>(parts: T): T | null {
  return Object.values(parts).every((part) => part === null) ? null : parts;
}

/** Fields that the own and the public profile share. */
function sharedParts(row: Pick<Selectable<Users>, (typeof publicColumns)[number]>) {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: row.avatar_url,
    coverPhotoUrl: row.cover_photo_url,
    bio: row.bio,
    profession: row.profession,
    website: row.website,
    twitterUsername: row.twitter_username,
    instagramUsername: row.instagram_username,
    linkedinUsername: row.linkedin_username,
  };
}

/** The member's own profile, or null when there is no such member or they are banned. */
export async function sessionUser(
  db: Kysely<Database>,
  userId: string,
): Promise<SessionUser | null> {
  const row = await db
    .selectFrom("users")
    .modifyFront(prepared)
    .select(ownColumns)
    .where("id", "=", userId)
    .where("banned_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...sharedParts(row),
    email: row.email,
    lastName: row.last_name,
    role: roleOf(row.role),
    credits: row.credits,
    plan: row.plan,
    renewalDate: row.renewal_date?.toISOString() ?? null,
    location: orNull({
      label: row.location_label,
      country: row.location_country,
      city: row.location_city,
      state: row.location_state,
      lat: row.location_lat,
      lon: row.location_lon,
    }),
    facebookId: row.facebook_id,
    paypalEmail: row.paypal_email,
    stripeLink: row.stripe_link,
    canChangeUsername: row.can_change_username,
  };
}

/** The public profile of a creator, or null when there is none with that username or they are banned. */
export async function publicProfile(
  db: Kysely<Database>,
  username: string,
): Promise<PublicProfile | null> {
  const row = await db
    .selectFrom("users")
    .select(publicColumns)
    .where("username", "=", username)
    .where("banned_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ...sharedParts(row),
    location: orNull({
      label: row.location_label,
      country: row.location_country,
      city: row.location_city,
      state: row.location_state,
    }),
    isDemo: row.is_demo,
    createdAt: row.created_at.toISOString(),
  };
}

/** True when at least one admin can sign in. */
export async function hasAdmin(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("banned_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The member of a reset link, or null when it has expired. Only the hash of its token is stored. */
export async function ownerOfResetLink(
  db: Kysely<Database>,
  token: string,
): Promise<{ id: string; email: string } | null> {
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  const row = await db
    .selectFrom("verifications")
    .innerJoin("users", (join) => join.on(sql<boolean>`users.id::text = verifications.value`))
    .select(["users.id", "users.email"])
    .where("identifier", "=", identifier)
    .executeTakeFirst();
  return row ?? null;
}
