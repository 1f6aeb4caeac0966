/** Usernames: 3 to 30 of a-z, 0-9, `_`, `.`, `-`, where the last three are not allowed at the ends. */

import { t } from "#app/language/message.ts";

export const usernameLimits = { min: 3, max: 30 };

const pattern = /^[a-z0-9][a-z0-9_.-]*[a-z0-9]$/;

/** Names of pages, hosts and staff, reserved so that nobody can impersonate them. */
const reserved = new Set(
  `about account accounts admin administrator all anonymous api app apps assets auth billing blog
  bot callback cast casts cdn changelog collection collections contact create creator creators dashboard
  default delete demo dev docs download echoform edit email everyone explore faq favicon feed feedback
  followers following generate gallery guest help history home host i image images img index info
  invite jobs legal library like likes login logout mail me member members mod moderator
  moderation news noreply notifications null oauth official operator owner page pages password
  payment payments picture pictures placeholder plan policy postmaster pricing privacy profile
  prompt prompts promptsmith public register remix report reports reset robots root rss s search secure
  security self service settings share shop signin signout signup sitemap staff static status studio
  style subscribe superuser support sysadmin system team terms test threads translate trending undefined
  unknown unsubscribe update upload uploads url user username users verify visual-styles webhook
  webhooks webmaster work www you yourself`.split(/\s+/),
);

export type UsernameProblem = "too-short" | "too-long" | "bad-characters" | "reserved";

/** The normalised form in which usernames are compared and stored: NFKC, lower case, trimmed. */
export function normaliseUsername(given: string): string {
  return given.normalize("NFKC").trim().toLowerCase();
}

/** True for a reserved (normalised) name; punctuation does not circumvent it. */
export function isReservedUsername(username: string): boolean {
  return reserved.has(username) || reserved.has(username.replace(/[_.-]/g, ""));
}

/** Why a normalised username is invalid, or null. */
export function usernameProblem(username: string): UsernameProblem | null {
  if (username.length < usernameLimits.min) return "too-short";
  if (username.length > usernameLimits.max) return "too-long";
  if (!pattern.test(username)) return "bad-characters";
  return isReservedUsername(username) ? "reserved" : null;
}

/** The error message for the member. */
export const usernameMessages: Record<UsernameProblem, () => string> = {
  "too-short": () => t`A username has at least ${usernameLimits.min} characters`,
  "too-long": () => t`A username has at most ${usernameLimits.max} characters`,
  "bad-characters": () =>
    t`A username has only a-z, 0-9 and, not at the ends, underscore, full stop and hyphen`,
  reserved: () => t`This username is reserved`,
};

/**
 * A username made from a name: "Zoë de Vries" gives "zoe-de-vries". A name without usable letters
 * or with a reserved word gives "maker", which always needs a suffix.
 */
export function usernameFromName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, usernameLimits.max)
    .replace(/^-+|-+$/g, "");
  return usernameProblem(plain) === null ? plain : "maker";
}

/**
 * The n-th choice for a name, all valid: the plain one first, then with a number behind it.
 * @param suffix digits to put behind, e.g. "4821"; empty for the plain one
 */
export function usernameWithSuffix(base: string, suffix: string): string {
  if (suffix === "") return base;
  const room = usernameLimits.max - suffix.length - 1;
  return `${base.slice(0, room).replace(/[_.-]+$/, "")}-${suffix}`;
}
