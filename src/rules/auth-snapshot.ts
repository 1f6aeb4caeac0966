import type { AuthState, Known, MemberRole } from "./auth-state.ts";

/** The signed-in member as stored in local storage. See docs/product.md 3.2 and 9.2. */
export type AuthSnapshot<User extends Known> = {
  user: User;
  role: MemberRole;
  isAuthenticated: true;
  /** ms since 1970. */
  timestamp: number;
};

export const snapshotKey = "auth";
/** Age at which a snapshot expires, in ms. */
export const snapshotLifeMs = 300_000;

/** The snapshot of a settled state; null for guests and while loading. */
export function snapshotOf<User extends Known>(
  state: AuthState<User>,
  now: number,
): AuthSnapshot<User> | null {
  if (state.user === null || !state.initialised) return null;
  return { user: state.user, role: state.user.role, isAuthenticated: true, timestamp: now };
}

const roles = new Set<unknown>(["member", "user", "admin"]);

/** The stored snapshot; null when there is none, or it is damaged, from the future, or too old. */
export function readSnapshot<User extends Known>(
  text: string | null,
  now: number,
): AuthSnapshot<User> | null {
  if (text === null) return null;
  let read: Partial<AuthSnapshot<User>> | null;
  try {
    read = JSON.parse(text) as Partial<AuthSnapshot<User>> | null;
  } catch {
    return null;
  }
  const { user, role, isAuthenticated, timestamp } = read ?? {};
  if (isAuthenticated !== true || !roles.has(role) || typeof user?.id !== "string") return null;
  const age = typeof timestamp === "number" ? now - timestamp : Number.NaN;
  return age >= 0 && age < snapshotLifeMs ? (read as AuthSnapshot<User>) : null;
}
