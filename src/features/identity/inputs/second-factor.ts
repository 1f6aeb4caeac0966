import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { nameInput } from "./text.ts";

const codeRequired = () => t`Type the code`;

/** A code of an authenticator app, or a recovery code. */
export const codeInput = z.strictObject({
  code: text(codeRequired)
    .trim()
    .min(1, { error: codeRequired })
    .max(60, { error: () => t`This is no code` }),
});

/** The member's password; left out by those who have none. */
export const passwordInput = z.strictObject({ password: text().max(1000).optional() });

const base64url = text()
  .max(20_000)
  .regex(/^[\w-]*$/, { error: () => t`This is not base64url` });
const attachment = z.enum(["cross-platform", "platform"]).optional();
const extensions = z.looseObject({}).transform(() => ({}));
const answer = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
};

/** What the browser answers for a new passkey (RegistrationResponseJSON); what is not needed is dropped. */
const newPasskeyAnswer = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(text().max(40)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>;

/** The browser's proof of a passkey (AuthenticationResponseJSON). */
const passkeyAnswer = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const newPasskeyInput = z.strictObject({ name: nameInput, response: newPasskeyAnswer });
export const passkeyInput = z.strictObject({ response: passkeyAnswer });
export const passkeyNameInput = z.strictObject({ name: nameInput });
