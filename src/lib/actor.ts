import type { Language } from "#app/language/languages.ts";

/** Who makes the request: resolved once per request from the session and the users row, never from input. */
export type Role = "guest" | "member" | "user" | "admin";

export type Guest = { role: "guest"; userId: null; language?: undefined };
export type Member = {
  role: "member" | "user" | "admin";
  userId: string;
  /** The language they chose, if they did. */
  language?: Language;
  /** An admin who counts as a member until their session proves a second factor (ADMIN_TWO_FACTOR). */
  needsSecondFactor?: true;
};
export type Actor = Guest | Member;

export const guest: Guest = { role: "guest", userId: null };
