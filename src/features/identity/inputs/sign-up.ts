import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { normaliseUsername, usernameMessages, usernameProblem } from "#app/rules/username.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { emailInput, nameInput } from "./text.ts";

/** Characters of a password (docs/product.md 5.1). */
const passwordLimits = { min: 8, max: 128 };

export type PasswordProblem = "too-short" | "too-long" | "too-common" | "too-near";

/** Words that whoever guesses tries first here; those of the site and of the member come to them. */
const wordsOfProduct = ["echoform", "admin", "administrator", "password", "studio", "gallery"];
/** Shorter words are in too many others. */
const shortestWord = 4;

/** Its letters in small and without accents. */
const lettersOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{Letter}]/gu, "");

/** Whether nothing is left of the letters of a password when these names and their words are taken out. */
function isMadeOf(password: string, names: readonly string[]): boolean {
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{Letter}]+/u)]);
  const words = [...wordsOfProduct, ...parts.map(lettersOf)]
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length);
  const letters = lettersOf(password);
  return letters !== "" && words.reduce((rest, word) => rest.replaceAll(word, ""), letters) === "";
}

/**
 * The problem with a new password, or null. Every character counts; nothing is trimmed.
 * @param names of the site and the member, and their address: a password may not be made of them alone
 */
export function passwordProblem(
  password: string,
  names: readonly string[],
): PasswordProblem | null {
  if (password.length < passwordLimits.min) return "too-short";
  if (password.length > passwordLimits.max) return "too-long";
  if (isCommonPassword(password)) return "too-common";
  // Of an address the part before the host is a name.
  return isMadeOf(
    password,
    names.map((name) => name.replace(/@[^@]*$/, "")),
  )
    ? "too-near"
    : null;
}

export const passwordMessages: Record<PasswordProblem, () => string> = {
  "too-short": () => t`A password has at least ${passwordLimits.min} characters`,
  "too-long": () => t`A password has at most ${passwordLimits.max} characters`,
  "too-common": () => t`This password is one of the most used ones: choose another`,
  "too-near": () => t`This password is only a name that others can guess: choose another`,
};

/** Keys beside these (role, credits …) are dropped: nothing else can be set at sign-up. */
export const signUpInput = z.object({
  name: text(() => t`Name is required`).pipe(nameInput),
  email: text(() => t`Email is required`).pipe(emailInput),
  password: text(() => t`Password is required`),
  rememberMe: z.boolean().optional(),
  callbackURL: text().max(2000).optional(),
});

export const signInInput = z.object({
  email: text(() => t`Email is required`).pipe(emailInput),
  password: text(() => t`Password is required`)
    .min(1, { error: () => t`Password is required` })
    .max(1000),
  rememberMe: z.boolean().optional(),
  callbackURL: text().max(2000).optional(),
});

export type SignInInput = z.infer<typeof signInInput>;

/** Input of routes that mail an address; the return path is limited to our own site. */
export const addressInput = z.object({
  email: text(() => t`Email is required`).pipe(emailInput),
  callbackURL: text().max(2000).optional(),
  redirectTo: text().max(2000).optional(),
});

export const resetPasswordInput = z.object({
  newPassword: text(() => t`Password is required`),
  token: text(() => t`The link is not complete`).regex(/^[\w-]{1,200}$/, {
    error: () => t`The link is not complete`,
  }),
});

/** The form behind a confirmation link. Better Auth validates the token. */
export const confirmInput = z.object({
  token: text().max(4000).default(""),
  next: text().max(2000).optional(),
});

/** The form behind the link that `npm start` prints while there is no admin. */
export const firstAdminInput = z.object({
  token: text(() => t`The link is not complete`).regex(/^[\w-]{1,200}$/, {
    error: () => t`The link is not complete`,
  }),
  name: text(() => t`Name is required`).pipe(nameInput),
  email: text(() => t`Email is required`).pipe(emailInput),
  password: text(() => t`Password is required`),
});
export type FirstAdmin = z.infer<typeof firstAdminInput>;

export const changePasswordInput = z.object({
  currentPassword: text(() => t`Password is required`).max(1000),
  newPassword: text(() => t`Password is required`),
  revokeOtherSessions: z.boolean().optional(),
});

export const googleInput = z.object({
  providerId: z.literal("google").optional(),
  callbackURL: text().max(2000).optional(),
  errorCallbackURL: text().max(2000).optional(),
});

/** A username as somebody typed it: normalised, allowed and not reserved. */
export const usernameInput = text()
  .max(200)
  .transform(normaliseUsername)
  .check((ctx) => {
    const found = usernameProblem(ctx.value);
    if (found === null) return;
    ctx.issues.push({ code: "custom", input: ctx.value, message: usernameMessages[found]() });
  });

/** A member made by an operator. */
export const newMemberInput = z.strictObject({
  name: nameInput,
  email: emailInput,
  username: usernameInput.optional(),
  password: text(),
  role: z.enum(["member", "user", "admin"]).default("member"),
});
export type NewMember = z.input<typeof newMemberInput>;
