import { Hono } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import { AppError } from "../../../lib/errors.ts";
import { parseBody, requireMember, type AppEnv } from "../../../lib/http.ts";
import type { Services } from "../../../services.ts";
import { updateProfile } from "../commands.ts";
import { profileInput } from "../inputs/profile.ts";
import { sessionUser, type SessionUser } from "../queries.ts";

const refusals = {
  "username-taken": ["taken", "This username is taken"],
  "username-fixed": ["fixed", "The username was changed once and stays"],
} as const;

/** GET and PATCH /api/profile: the member's own profile, every field of the session user. */
export function profileRoutes(services: Pick<Services, "db">): Hono<AppEnv> {
  async function own(userId: string): Promise<SessionUser> {
    const user = await sessionUser(services.db, userId);
    if (user === null) throw new AppError("unauthenticated");
    return user;
  }

  return new Hono<AppEnv>()
    .get(
      "/api/profile",
      describeRoute({
        tags: ["profile"],
        summary: "The member's own profile",
        responses: {
          200: { description: "Every field of the session user" },
          401: { description: "Signed out" },
        },
      }),
      async (c) => c.json(await own(requireMember(c).userId)),
    )
    .patch(
      "/api/profile",
      describeRoute({
        tags: ["profile"],
        summary: "Changes the given fields of the member's own profile",
        requestBody: { content: { "application/json": { schema: resolver(profileInput) } } },
        responses: {
          200: { description: "The profile after the change" },
          400: { description: "A field is unknown, forbidden or not valid; nothing was changed" },
          401: { description: "Signed out" },
          409: { description: "The username is taken or may not be changed again" },
        },
      }),
      async (c) => {
        const member = requireMember(c);
        const change = await updateProfile(services, member, await parseBody(c, profileInput));
        if (change.ok) return c.json(await own(member.userId));
        const [code, message] = refusals[change.reason];
        throw new AppError("conflict", {
          detail: message,
          errors: [{ path: "username", code, message }],
        });
      },
    );
}
