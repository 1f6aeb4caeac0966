import { z } from "zod";
import { described } from "../../../lib/describe.ts";
import { signInInput, signUpInput } from "../inputs/sign-up.ts";

const tag = "accounts";
const user = z.looseObject({ id: z.uuid(), name: z.string(), email: z.email() });
const session = z.looseObject({
  id: z.string(),
  token: z.string(),
  expiresAt: z.iso.datetime(),
});

export const signUpDocs = described({
  tag,
  summary: "Makes an account and opens a session",
  body: { schema: signUpInput },
  answers: {
    200: {
      description: "The member; the session is in the cookie",
      schema: z.object({ token: z.string().nullable(), user }),
    },
  },
  refuses: [400, 422],
});

export const signInDocs = described({
  tag,
  summary: "Opens a session; a wrong password and an unknown address are refused alike",
  body: { schema: signInInput },
  answers: {
    200: {
      description: "The member; the session is in the cookie",
      schema: z.looseObject({ token: z.string(), user }),
    },
  },
  refuses: [400, 401, 503],
});

type Open = {
  method: "GET" | "POST";
  name: string;
  summary: string;
  /** False where it also answers guests. */
  session: boolean;
  body?: z.ZodObject;
  answer: z.ZodType;
};

const token = z.object({ token: z.string() });
const status = z.looseObject({ status: z.boolean() });
const found = z.object({ session, user }).nullable();

/** Better Auth's addresses that are open as they are; what it has beyond them would go round our own rules. */
const open: readonly Open[] = [
  {
    method: "GET",
    name: "get-session",
    summary: "The present session and its member, or null",
    session: false,
    answer: found,
  },
  {
    method: "POST",
    name: "get-session",
    summary: "The present session and its member, or null",
    session: false,
    answer: found,
  },
  {
    method: "GET",
    name: "list-sessions",
    summary: "The member's sessions",
    session: true,
    answer: z.array(session),
  },
  {
    method: "POST",
    name: "sign-out",
    summary: "Ends the session",
    session: false,
    answer: z.object({ success: z.boolean() }),
  },
  {
    method: "POST",
    name: "revoke-session",
    summary: "Ends one of the member's sessions",
    session: true,
    body: token,
    answer: status,
  },
  {
    method: "POST",
    name: "revoke-sessions",
    summary: "Ends all of the member's sessions",
    session: true,
    answer: status,
  },
  {
    method: "POST",
    name: "revoke-other-sessions",
    summary: "Ends the member's sessions but this one",
    session: true,
    answer: status,
  },
  {
    method: "POST",
    name: "change-password",
    summary: "Changes the password",
    session: true,
    body: z.object({
      currentPassword: z.string(),
      newPassword: z.string(),
      revokeOtherSessions: z.boolean().optional(),
    }),
    answer: z.looseObject({ token: z.string().nullable(), user }),
  },
  {
    method: "POST",
    name: "request-password-reset",
    summary: "Asks for a link that resets the password; the answer is the same for every address",
    session: false,
    body: z.object({ email: z.email(), redirectTo: z.string().optional() }),
    answer: status,
  },
  {
    method: "POST",
    name: "reset-password",
    summary: "Sets a new password by the token of such a link",
    session: false,
    body: z.object({ newPassword: z.string(), token: z.string() }),
    answer: status,
  },
];

/** The same with their descriptions. */
export const openAddresses = open.map(
  ({ method, name, summary, session: needs, body, answer }) => ({
    method,
    name,
    docs: described({
      tag,
      summary,
      session: needs,
      ...(body && { body: { schema: body } }),
      answers: { 200: { description: "Done", schema: answer } },
      refuses: body ? [400, 422] : [],
    }),
  }),
);
