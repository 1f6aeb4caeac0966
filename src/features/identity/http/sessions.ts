import { Hono, type Context } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { endOtherSessions, endSession } from "../commands/sessions.ts";
import { ownSessions, type OwnSession } from "../queries/sessions.ts";

const tag = "accounts";

const ownSession: z.ZodType<OwnSession> = z.object({
  id: z.uuid(),
  device: z.string(),
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

const listDocs = described({
  tag,
  summary: "The member's own sessions, the present one first",
  session: true,
  answers: {
    200: { description: "Sessions", schema: z.object({ items: z.array(ownSession) }) },
  },
});

const endOthersDocs = described({
  tag,
  summary: "Ends the member's sessions but the present one",
  session: true,
  answers: { 200: { description: "How many", schema: z.object({ ended: z.int() }) } },
});

const endOneDocs = described({
  tag,
  summary: "Ends one of the member's sessions",
  session: true,
  path: { id: "id of the session" },
  answers: { 204: { description: "It is over" } },
  refuses: [404],
});

/** GET and DELETE /api/sessions, DELETE /api/sessions/:id: a member's sessions. */
export function sessionRoutes(services: Pick<Services, "accounts" | "db">) {
  const { accounts, db } = services;

  function tokenOf(c: Context<AppEnv>): string {
    const token = accounts.sessionToken(c.req.raw.headers);
    if (token === null) throw new AppError("unauthenticated");
    return token;
  }

  return new Hono<AppEnv>()
    .get("/api/sessions", listDocs, async (c) => {
      const { userId } = requireMember(c);
      return c.json({ items: await ownSessions(db, userId, tokenOf(c)) });
    })
    .delete("/api/sessions", endOthersDocs, async (c) => {
      const member = requireMember(c);
      return c.json({ ended: await endOtherSessions(db, member, tokenOf(c)) });
    })
    .delete("/api/sessions/:id", endOneDocs, async (c) => {
      const member = requireMember(c);
      const id = z.uuid().safeParse(c.req.param("id"));
      if (!id.success || !(await endSession(db, member, id.data))) throw new AppError("not-found");
      return c.body(null, 204);
    });
}
