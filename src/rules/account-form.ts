/** Labels and checks of the sign-in dialog. See docs/product.md 2.9, 5.1, 8.1 and 9.2. */

import { t } from "#app/language/message.ts";

export type AccountMode = "login" | "signup" | "reset";
export type AccountEntries = { name: string; email: string; password: string };
export type AccountErrors = Partial<Record<keyof AccountEntries, string>>;

type Words = {
  title: string;
  /** The button's label, and its label while busy. */
  act: string;
  busy: string;
  /** Shown when the server gives no reason. */
  fallback: string;
  fields: readonly (keyof AccountEntries)[];
};

export const accountLabels: Record<AccountMode, Words> = {
  login: {
    title: t`Welcome back`,
    act: t`Sign in`,
    busy: t`Signing in`,
    fallback: t`An error occurred during login`,
    fields: ["email", "password"],
  },
  signup: {
    title: t`Create account`,
    act: t`Create account`,
    busy: t`Creating account`,
    fallback: t`An error occurred during registration`,
    fields: ["name", "email", "password"],
  },
  reset: {
    title: t`Reset password`,
    act: t`Send reset link`,
    busy: t`Sending reset link`,
    fallback: t`An error occurred during password reset`,
    fields: ["email"],
  },
};

/** After a reset mail the form goes back to signing in, in ms. */
export const backToLoginMs = 3000;
export const googleFailure = t`Failed to sign in with Google`;
/** What a visitor can do about some errors; the keys are those of the server's callback address. */
const googleAdvice = new Map([
  ["address-taken", t`This email has an account here: sign in with its password.`],
  ["unverified", t`Google has not confirmed this email.`],
  ["expired", t`It took too long, or began in another browser.`],
  ["account-off", t`This account is suspended or closed. The mail that we sent you says why.`],
]);

/** What is shown after a failed sign-in with Google. */
export function googleRefusal(reason: string | null): string {
  const advice = googleAdvice.get(reason ?? "");
  return advice === undefined ? googleFailure : `${googleFailure}. ${advice}`;
}

export const unexpectedFailure = t`An unexpected error occurred`;

const lacking: Record<keyof AccountEntries, string> = {
  name: t`Name is required`,
  email: t`Email is required`,
  password: t`Password is required`,
};

/** What is missing before anything is sent; a password may be made of spaces, a name may not. */
export function missingEntries(mode: AccountMode, entries: AccountEntries): AccountErrors {
  const missing = accountLabels[mode].fields.filter(
    (field) => (field === "password" ? entries[field] : entries[field].trim()) === "",
  );
  return Object.fromEntries(missing.map((field) => [field, lacking[field]]));
}

/** The server's response to a sign-in or sign-up. */
export type Entered = {
  token?: string | null;
  user?: unknown;
  twoFactorMethods?: readonly FactorMethod[];
};
/** A way to prove a second factor; a code is one of an authenticator app, or a recovery code. */
export type FactorMethod = "code" | "passkey";
export type Outcome =
  | { kind: "entered" }
  | { kind: "second-step"; methods: readonly FactorMethod[] }
  | { kind: "verify" }
  | { kind: "refused"; why: string };

/** The outcome of a response without an error. See docs/product.md 8.1. */
export function outcomeOf(mode: "login" | "signup", answer: Entered | null): Outcome {
  const methods = answer?.twoFactorMethods;
  if (mode === "login" && methods !== undefined) return { kind: "second-step", methods };
  const hasUser = typeof answer?.user === "object" && answer.user !== null;
  if (mode === "signup" && !hasUser) return { kind: "refused", why: t`Registration failed` };
  if (typeof answer?.token === "string" && hasUser) return { kind: "entered" };
  if (mode === "signup") return { kind: "verify" };
  return { kind: "refused", why: t`No session returned` };
}

/** What the sign-in store says once a reset mail is on its way. See docs/product.md 8.1. */
export const resetSent = t`Please check your email for a password reset link`;

export type AccountNotice = { title: string; description: string; durationMs: number };

/** The toast for the outcome; one without a duration waits to be dismissed. */
export function accountNotice(
  ended: "login" | "signup" | "verify" | "reset",
  email: string,
): AccountNotice {
  switch (ended) {
    case "login":
      return { title: t`Logged in`, description: t`Welcome back`, durationMs: 3000 };
    case "signup":
      return {
        title: t`Account created successfully`,
        description: t`Welcome to the product!`,
        durationMs: 3000,
      };
    case "verify":
      return {
        title: t`Please verify your email`,
        description: t`We sent a confirmation link to ${email}. Check your inbox and spam folder.`,
        durationMs: Infinity,
      };
    case "reset":
      return {
        title: t`Password reset email sent`,
        description: t`Check your inbox for a password reset link`,
        durationMs: 5000,
      };
    default:
      return ended satisfies never;
  }
}
