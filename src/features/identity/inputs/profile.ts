import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text } from "#app/lib/text.ts";
import { usernameInput } from "./sign-up.ts";
import { emailInput, nameInput, optionalLine } from "./text.ts";

/** A web address: http or https, no sign-in data in it, the host in its ASCII form so that look-alikes show. */
const webAddress = optionalLine(500).transform((text, ctx) => {
  if (text === null) return null;
  const url = /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username || url.password || !url.hostname.includes(".")) {
    ctx.addIssue({ code: "custom", message: t`Give a whole http or https address` });
    return z.NEVER;
  }
  return url.href;
});

/** A handle on another site; a leading @ is dropped. */
const handle = (pattern: RegExp, max: number) =>
  optionalLine(max + 1)
    .transform((text) => text?.replace(/^@/, "") ?? null)
    .refine((text) => text === null || pattern.test(text), {
      error: () => t`This is not such a name`,
    });

const bio = text()
  .transform((given) => given.normalize("NFKC").trim())
  .refine((text) => text.length <= 500, { error: () => t`At most 500 characters` })
  .refine(
    // Line breaks are allowed, other control characters are not.
    (text) => !/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/\r\n/g, "\n")),
    { error: () => t`Control characters are not allowed` },
  )
  .nullable()
  .transform((text) => (text === "" ? null : text));

const location = z
  .strictObject({
    label: optionalLine(120),
    country: optionalLine(80),
    city: optionalLine(80),
    state: optionalLine(80),
    lat: z.number().min(-90).max(90).nullable(),
    lon: z.number().min(-180).max(180).nullable(),
  })
  .partial()
  .refine(
    (at) => ((at.lat ?? null) === null ? (at.lon ?? null) === null : (at.lon ?? null) !== null),
    { error: () => t`Give both lat and lon or neither` },
  )
  .nullable();

/**
 * What a member may change of their own profile; absent fields stay. Role, credits, plan and the like are
 * not among the keys, so that naming them is refused.
 */
export const profileInput = z
  .strictObject({
    name: nameInput,
    lastName: optionalLine(80),
    username: usernameInput,
    bio,
    profession: optionalLine(120),
    website: webAddress,
    location,
    twitterUsername: handle(/^\w{1,15}$/, 15),
    instagramUsername: handle(/^[\w.]{1,30}$/, 30),
    linkedinUsername: handle(/^[\p{Letter}\p{Number}-]{3,100}$/u, 100),
    facebookId: handle(/^[\w.]{1,100}$/, 100),
    paypalEmail: z.union([z.literal("").transform(() => null), emailInput]).nullable(),
    stripeLink: webAddress,
  })
  .partial();
export type ProfileInput = z.output<typeof profileInput>;
