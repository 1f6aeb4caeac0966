import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";
import { updateProfile } from "../commands.ts";
import { profileInput } from "../inputs/profile.ts";
import { sessionUser, type SessionUser } from "../queries.ts";

const refusals = {
  "username-taken": ["taken", "This username is taken"],
  "username-fixed": ["fixed", "The username was changed once and stays"],
} as const;

const text = z.string().nullable();
const profile: z.ZodType<SessionUser> = z.object({
  id: z.uuid(),
  email: z.email(),
  name: z.string(),
  lastName: text,
  username: z.string(),
  avatar: text,
  coverPhotoUrl: text,
  role: z.enum(["member", "user", "admin"]),
  credits: z.int(),
  plan: z.string(),
  renewalDate: z.iso.datetime().nullable(),
  bio: text,
  profession: text,
  website: text,
  location: z
    .object({
      label: text,
      country: text,
      city: text,
      state: text,
      lat: z.number().nullable(),
      lon: z.number().nullable(),
    })
    .nullable(),
  twitterUsername: text,
  instagramUsername: text,
  linkedinUsername: text,
  facebookId: text,
  paypalEmail: text,
  stripeLink: text,
  canChangeUsername: z.boolean(),
});

const readDocs = described({
  tag: "profile",
  summary: "The member's own profile",
  session: true,
  answers: { 200: { description: "Every field of the session user", schema: profile } },
});

const changeDocs = described({
  tag: "profile",
  summary: "Changes the given fields of the member's own profile",
  session: true,
  body: { schema: profileInput },
  answers: { 200: { description: "The profile after the change", schema: profile } },
  refuses: [400, 409],
});

/** GET and PATCH /api/profile: the member's own profile, every field of the session user. */
export function profileRoutes(services: Pick<Services, "db">, limits: Limits) {
  async function own(userId: string): Promise<SessionUser> {
    const user = await sessionUser(services.db, userId);
    if (user === null) throw new AppError("unauthenticated");
    return user;
  }

  return new Hono<AppEnv>()
    .get("/api/profile", readDocs, async (c) => c.json(await own(requireMember(c).userId)))
    .patch("/api/profile", changeDocs, async (c) => {
      const member = requireMember(c);
      const input = await parseBody(c, profileInput);
      const { name, username } = await own(member.userId);
      if ((input.name ?? name) !== name || (input.username ?? username) !== username) {
        await limits.take("profile-name", member.userId);
      }
      const change = await updateProfile(services, member, input);
      if (change.ok) return c.json(await own(member.userId));
      const [code, message] = refusals[change.reason];
      throw new AppError("conflict", {
        detail: message,
        errors: [{ path: "username", code, message }],
      });
    });
}
