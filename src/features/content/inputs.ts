import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { contactKinds, contactLimits } from "#app/rules/contact-kinds.ts";

/** A message may contain line breaks and tabs, but no other invisible characters. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

const plain = text()
  .transform((given) => given.normalize("NFC").replaceAll("\r\n", "\n").trim())
  .refine((text) => !hidden.test(text), { error: () => t`Control characters are not allowed` });

const name = plain
  .refine((text) => text !== "", { error: () => t`Name is required` })
  .refine((text) => !text.includes("\n"), { error: () => t`One line, please` })
  .refine((text) => text.length <= contactLimits.name, {
    error: () => t`At most ${contactLimits.name} characters`,
  });

const email = plain
  .transform((text) => text.toLowerCase())
  .refine((text) => text !== "", { error: () => t`Email is required` })
  .pipe(
    z
      .email({ error: () => t`This is not an e-mail address` })
      .max(254, { error: () => t`At most 254 characters` }),
  );

/** Body of POST /api/contact. A member's name and address are taken from the account. */
export const contactInput = z.strictObject({
  kind: z.enum(contactKinds),
  name: name.optional(),
  email: email.optional(),
  body: plain
    .refine((text) => text !== "", { error: () => t`Write what it is about` })
    .refine((text) => text.length <= contactLimits.body, {
      error: () => t`At most ${contactLimits.body} characters`,
    }),
});

export type ContactInput = z.output<typeof contactInput>;
