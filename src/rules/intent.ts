import { t } from "#app/language/message.ts";
import type { AccountMode } from "./account-form.ts";

/** What a guest pressed before signing in; it is done once they are a member. */
export type Intent = {
  kind: "like" | "follow";
  /** Id of the picture, or username of the creator. */
  target: string;
};

const key = "then";
const self = "https://self.invalid";
const pathOf = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`;

/**
 * An address to go to after signing in, with what is to be done then. It is part of the address, so that it survives
 * whatever the address survives: Google, a confirmation mail that is opened on another device, and a second step.
 */
export function withIntent(next: string, { kind, target }: Intent): string {
  const url = new URL(next, self);
  url.searchParams.set(key, `${kind}.${target}`);
  return pathOf(url);
}

/** The parts of such an address. @param next a path that `safeNext` returned */
export function splitIntent(next: string): { next: string; intent: Intent | null } {
  const url = new URL(next, self);
  const given = url.searchParams.get(key);
  if (given === null) return { next, intent: null };
  url.searchParams.delete(key);
  const found = /^(like|follow)\.(\w[\w.-]{0,63})$/.exec(given);
  const intent = found && { kind: found[1] as Intent["kind"], target: found[2] };
  return { next: pathOf(url), intent };
}

const purposes = {
  like: () => t`to like this image`,
  follow: (username: string) => t`to follow @${username}`,
};

/** What the sign-in form says of it, so that nothing is done that was not announced. */
export function intentPurpose(mode: AccountMode, { kind, target }: Intent): string | null {
  if (mode === "reset") return null;
  const purpose = purposes[kind](target);
  return mode === "login" ? t`Sign in ${purpose}.` : t`Create an account ${purpose}.`;
}

const results = {
  like: () => t`your like is saved`,
  follow: (username: string) => t`you follow @${username}`,
};

/** What happens with the press of a button that also signs in. */
export function intentResult({ kind, target }: Intent): string {
  return results[kind](target);
}
