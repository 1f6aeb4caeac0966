import { paths } from "#app/paths.ts";
import { safeNext } from "#app/rules/safe-next.ts";

type From = "google" | "signup";

const self = "https://self.invalid";

/**
 * The callback address of a sign-in with a provider: always our own /auth/callback, which redirects to `next`.
 * @param given the client's wish: that address, or a path to continue to
 */
export function returnAddress(given: string | undefined, from: From): string {
  if (given === undefined) return paths.authCallback({ from });
  const path = safeNext(given);
  const { pathname, searchParams } = new URL(path, self);
  const next = pathname === paths.authCallback() ? searchParams.get("next") : path;
  return paths.authCallback({ next: next === null ? null : safeNext(next), from });
}

/** Why a sign-in with a provider failed, for the page that shows it. */
export type FailureReason =
  | "cancelled"
  | "address-taken"
  | "unverified"
  | "expired"
  | "link-over"
  | "account-off"
  | "failed";

const reasons: Record<string, FailureReason> = {
  access_denied: "cancelled",
  account_not_linked: "address-taken",
  email_not_verified: "unverified",
  state_mismatch: "expired",
  state_not_found: "expired",
  TOKEN_EXPIRED: "link-over",
  INVALID_TOKEN: "link-over",
  USER_NOT_FOUND: "link-over",
  // Our own hook refuses sessions of accounts that are off, and nothing else does.
  unable_to_create_session: "account-off",
};

/**
 * The same address with the failure: `error=auth_error`, for which every page shows a toast (acceptance
 * row RT-08), and our own code for the reason. Nothing that a provider wrote is passed on.
 */
export function failureAddress(from: From, next: string | null, code: string | null): string {
  const address = new URL(returnAddress(next ?? undefined, from), self);
  address.searchParams.set("error", "auth_error");
  address.searchParams.set("reason", reasons[code ?? ""] ?? "failed");
  return `${address.pathname}${address.search}`;
}

/** The target of Better Auth's redirect, with its error parameters mapped to ours. */
export function settledAddress(location: string, serverUrl: string, from: From): string {
  const { pathname, search, searchParams } = new URL(location, serverUrl);
  if (!searchParams.has("error")) return returnAddress(`${pathname}${search}`, from);
  return failureAddress(from, searchParams.get("next"), searchParams.get("error"));
}
