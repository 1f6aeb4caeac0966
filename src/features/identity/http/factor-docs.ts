import { z } from "zod";
import { described, type RouteDescription } from "#app/lib/describe.ts";
import {
  codeInput,
  newPasskeyInput,
  passkeyInput,
  passkeyNameInput,
  passwordInput,
} from "../inputs/second-factor.ts";

const about = <const R extends Omit<RouteDescription, "tag">>(route: R) =>
  described({ tag: "accounts", ...route });

const nothing = { 204: { description: "Done" } };
export const signedIn = {
  200: {
    description: "The member; the session is in the cookie",
    schema: z.object({
      token: z.string(),
      user: z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.email(),
        username: z.string(),
        role: z.enum(["member", "user", "admin"]),
      }),
    }),
  },
};
const recoveryCodes = {
  200: {
    description: "The recovery codes, which are never told again",
    schema: z.object({ recoveryCodes: z.array(z.string()) }),
  },
};
/** What the browser's own function takes; its shape is WebAuthn's. */
const options = (description: string) => ({
  200: { description, schema: z.looseObject({ challenge: z.string() }) },
});
const one = { id: "id of the passkey" };

export const factorDocs = {
  begin: about({
    summary: "Makes the secret of an authenticator app; it counts once a code of it was confirmed",
    session: true,
    body: { schema: passwordInput },
    answers: {
      200: {
        description: "The secret, its address, and that as a QR code (SVG)",
        schema: z.object({
          secret: z.string(),
          uri: z.string(),
          qr: z.string(),
        }),
      },
    },
    refuses: [400, 403, 409, 422],
  }),
  confirm: about({
    summary: "Turns two-factor sign-in on by a first code; ends the member's other sessions",
    session: true,
    body: { schema: codeInput },
    answers: recoveryCodes,
    refuses: [400, 422],
  }),
  signIn: about({
    summary: "The second step of a sign-in: a code of the app, or a recovery code",
    body: { schema: codeInput },
    answers: signedIn,
    refuses: [400, 401, 422],
  }),
  fresh: about({
    summary: "Proves the second factor again, for what asks for a fresh one",
    session: true,
    body: { schema: codeInput },
    answers: nothing,
    refuses: [400, 422],
  }),
  renew: about({
    summary: "Makes new recovery codes; the earlier ones are good no more",
    session: true,
    answers: recoveryCodes,
    refuses: [403, 409],
  }),
  off: about({
    summary: "Turns two-factor sign-in off",
    session: true,
    body: { schema: passwordInput },
    answers: nothing,
    refuses: [400, 403, 422],
  }),
};

export const passkeyDocs = {
  signInOptions: about({
    summary: "Begins a sign-in with a passkey",
    answers: options("For navigator.credentials.get; the challenge is good once, for five minutes"),
    refuses: [404],
  }),
  signIn: about({
    summary: "Signs in with a passkey; also the second step of a sign-in",
    body: { schema: passkeyInput },
    answers: signedIn,
    refuses: [400, 401, 403, 404, 422],
  }),
  freshOptions: about({
    summary: "Begins to prove the second factor again by a passkey",
    session: true,
    answers: options("For navigator.credentials.get"),
    refuses: [404],
  }),
  fresh: about({
    summary: "Proves the second factor again by a passkey",
    session: true,
    body: { schema: passkeyInput },
    answers: nothing,
    refuses: [400, 404, 422],
  }),
  addOptions: about({
    summary: "Begins to add a passkey",
    session: true,
    body: { schema: passwordInput },
    answers: options("For navigator.credentials.create"),
    refuses: [400, 403, 404, 409, 422],
  }),
  add: about({
    summary: "Adds a passkey",
    session: true,
    body: { schema: newPasskeyInput },
    answers: { 201: { description: "Its id", schema: z.object({ id: z.uuid() }) } },
    refuses: [400, 404, 409, 422],
  }),
  rename: about({
    summary: "Gives a passkey another name",
    session: true,
    path: one,
    body: { schema: passkeyNameInput },
    answers: nothing,
    refuses: [400, 404],
  }),
  remove: about({
    summary: "Removes a passkey",
    session: true,
    path: one,
    answers: nothing,
    refuses: [403, 404],
  }),
};
