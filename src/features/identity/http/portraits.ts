import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Uploads } from "#app/lib/uploads.ts";
import { paths } from "#app/paths.ts";
import { portraitKinds, type PortraitKind } from "#app/rules/portraits.ts";
import type { Services } from "#app/services.ts";
import { removePortrait, setPortrait } from "../commands/portraits.ts";

const names: Readonly<Record<PortraitKind, string>> = {
  avatar: "picture beside the name",
  cover: "cover of the creator page",
};

function docsOf(kind: PortraitKind) {
  const shared = {
    tag: "profile",
    session: true,
    answers: { 204: { description: "The profile shows it" } },
  } as const;
  return {
    set: described({
      ...shared,
      summary: `Makes a file the member's ${names[kind]}, cut to its form`,
      body: { schema: z.object({ file: z.file() }), type: "multipart/form-data" },
      refuses: [400, 413, 415, 422, 507],
    }),
    remove: described({ ...shared, summary: `Takes away the member's ${names[kind]}` }),
  };
}

/** PUT and DELETE /api/profile/avatar and /api/profile/cover. */
export function portraitRoutes(
  services: Pick<Services, "db" | "imaging" | "log" | "storage">,
  limits: Limits,
  uploads: Uploads,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const kind of portraitKinds) {
    const docs = docsOf(kind);
    routes
      .put(paths.api.portrait(kind), docs.set, async (c) => {
        const member = requireMember(c);
        await limits.take("portrait", member.userId);
        await uploads.receive(c.req.raw, member.userId, (file) =>
          setPortrait(services, member, kind, file),
        );
        return c.body(null, 204);
      })
      .delete(paths.api.portrait(kind), docs.remove, async (c) => {
        await removePortrait(services, requireMember(c), kind);
        return c.body(null, 204);
      });
  }
  return routes;
}
