import { z } from "zod";
import { described, type RouteDescription } from "#app/lib/describe.ts";
import { text } from "#app/lib/text.ts";
import {
  addressInput,
  changePasswordInput,
  confirmInput,
  googleInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
} from "../inputs/sign-up.ts";

const tag = "accounts";
const user = z.looseObject({ id: z.uuid(), name: z.string(), email: z.email() });
const session = z.looseObject({ id: z.string(), token: z.string(), expiresAt: z.iso.datetime() });
const status = z.looseObject({ status: z.boolean() });
const done = { 200: { description: "Done", schema: status } };

const about = <const R extends Omit<RouteDescription, "tag">>(route: R) =>
  described({ tag, ...route });

export const docs = {
  signUp: about({
    summary: "Makes an account and opens a session",
    body: { schema: signUpInput },
    answers: {
      200: {
        description:
          "The member, with the session in the cookie; or, where addresses must be confirmed, no token: the same for every address",
        schema: z.object({
          token: z.string().nullable(),
          user: user.partial({ id: true }),
        }),
      },
    },
    refuses: [400, 422],
  }),
  signIn: about({
    summary: "Opens a session; a wrong password and an unknown address are refused alike",
    body: { schema: signInInput },
    answers: {
      200: {
        description:
          "The member; the session is in the cookie. With two-factor sign-in, the ways to go on in place of the member: the session counts only after /api/two-factor/sign-in or /api/passkeys/sign-in",
        schema: z.looseObject({
          token: z.string().optional(),
          user: user.optional(),
          twoFactorRedirect: z.boolean().optional(),
          twoFactorMethods: z.array(z.enum(["code", "passkey"])).optional(),
        }),
      },
    },
    refuses: [400, 401, 403, 503],
  }),
  sendVerification: about({
    summary:
      "Mails the link that confirms an address again; the answer is the same for every address",
    body: { schema: addressInput },
    answers: done,
    refuses: [400],
  }),
  openConfirmation: about({
    summary: "The link of an older confirmation mail: leads to the page with the button",
    query: z.object({ token: text(), callbackURL: text().optional() }),
    answers: { 302: { description: "On to /auth/confirm" } },
  }),
  verifyEmail: about({
    summary:
      "The button of the page /auth/confirm: confirms the address, and opens a session where there is none",
    body: { schema: confirmInput, type: "application/x-www-form-urlencoded" },
    answers: { 303: { description: "On to /auth/callback, with error and reason if it failed" } },
    refuses: [400, 413, 415],
  }),
  requestReset: about({
    summary: "Mails a link that sets a new password; the answer is the same for every address",
    body: { schema: addressInput },
    answers: done,
    refuses: [400],
  }),
  resetPassword: about({
    summary: "Sets a new password by the token of such a link, once; ends every session",
    body: { schema: resetPasswordInput },
    answers: done,
    refuses: [400, 422],
  }),
  changePassword: about({
    summary: "Changes the password; ends the member's other sessions",
    session: true,
    body: { schema: changePasswordInput },
    answers: {
      200: {
        description: "The member; the new session is in the cookie",
        schema: z.looseObject({ token: z.string().nullable(), user }),
      },
    },
    refuses: [400, 422],
  }),
  startGoogle: about({
    summary: "Begins to sign in with Google",
    body: { schema: googleInput },
    answers: {
      200: { description: "Where to send the browser", schema: z.looseObject({ url: z.url() }) },
    },
    refuses: [400, 404, 503],
  }),
  endGoogle: about({
    summary: "Where Google sends the browser back to",
    query: z.object({ code: text().optional(), state: text().optional() }),
    answers: { 302: { description: "On to /auth/callback, with error and reason if it failed" } },
  }),
  session: about({
    summary: "The present session and its member, or null",
    answers: {
      200: { description: "Found", schema: z.object({ session, user }).nullable() },
    },
  }),
  signOut: about({
    summary: "Ends the session",
    answers: { 200: { description: "Done", schema: z.object({ success: z.boolean() }) } },
  }),
};
