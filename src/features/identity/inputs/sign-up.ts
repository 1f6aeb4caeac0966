import { z } from "zod";
import { normaliseUsername, usernameMessages, usernameProblem } from "#app/rules/username.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { emailInput, nameInput } from "./text.ts";

/** Characters of a password (reliability guide, section 1). */
const passwordLimits = { min: 8, max: 128 };

export type PasswordProblem = "too-short" | "too-long" | "too-common";

/** What is wrong with a new password, or null. Every character counts; nothing is trimmed. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < passwordLimits.min) return "too-short";
  if (password.length > passwordLimits.max) return "too-long";
  return isCommonPassword(password) ? "too-common" : null;
}

export const passwordMessages: Record<PasswordProblem, string> = {
  "too-short": `A password has at least ${passwordLimits.min} characters`,
  "too-long": `A password has at most ${passwordLimits.max} characters`,
  "too-common": "This password is one of the most used ones: choose another",
};

/** Keys beside these (role, credits …) are dropped: nothing else can be set at sign-up. */
export const signUpInput = z.object({
  name: z.string("Name is required").pipe(nameInput),
  email: z.string("Email is required").pipe(emailInput),
  password: z.string("Password is required"),
  rememberMe: z.boolean().optional(),
  callbackURL: z.string().max(2000).optional(),
});

export const signInInput = z.object({
  email: z.string("Email is required").pipe(emailInput),
  password: z.string("Password is required").min(1, "Password is required").max(1000),
  rememberMe: z.boolean().optional(),
  callbackURL: z.string().max(2000).optional(),
});

/** For what is mailed to an address; where to go on to afterwards is made ours. */
export const addressInput = z.object({
  email: z.string("Email is required").pipe(emailInput),
  callbackURL: z.string().max(2000).optional(),
  redirectTo: z.string().max(2000).optional(),
});

export const resetPasswordInput = z.object({
  newPassword: z.string("Password is required"),
  token: z.string("The link is not complete").regex(/^[\w-]{1,200}$/, "The link is not complete"),
});

export const changePasswordInput = z.object({
  currentPassword: z.string("Password is required").max(1000),
  newPassword: z.string("Password is required"),
  revokeOtherSessions: z.boolean().optional(),
});

export const googleInput = z.object({
  providerId: z.literal("google").optional(),
  callbackURL: z.string().max(2000).optional(),
  errorCallbackURL: z.string().max(2000).optional(),
});

/** A username as somebody typed it: normalised, allowed and not reserved. */
export const usernameInput = z
  .string()
  .max(200)
  .transform(normaliseUsername)
  .check((ctx) => {
    const found = usernameProblem(ctx.value);
    if (found === null) return;
    ctx.issues.push({ code: "custom", input: ctx.value, message: usernameMessages[found] });
  });

/** A member made by an operator. */
export const newMemberInput = z.strictObject({
  name: nameInput,
  email: emailInput,
  username: usernameInput.optional(),
  password: z.string(),
  role: z.enum(["member", "user", "admin"]).default("member"),
});
export type NewMember = z.input<typeof newMemberInput>;
