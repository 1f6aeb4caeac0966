import { Hono, type Context } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Uploads } from "#app/lib/uploads.ts";
import type { PortraitKind } from "#app/rules/portraits.ts";
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
) {
  const set = async (c: Context<AppEnv>, kind: PortraitKind) => {
    const member = requireMember(c);
    await limits.take("portrait", member.userId);
    await uploads.receive(c.req.raw, member.userId, (file) =>
      setPortrait(services, member, kind, file),
    );
    return c.body(null, 204);
  };
  const remove = async (c: Context<AppEnv>, kind: PortraitKind) => {
    await removePortrait(services, requireMember(c), kind);
    return c.body(null, 204);
  };
  const avatar = docsOf("avatar");
  const cover = docsOf("cover");
  return new Hono<AppEnv>()
    .put("/api/profile/avatar", avatar.set, (c) => set(c, "avatar"))
    .delete("/api/profile/avatar", avatar.remove, (c) => remove(c, "avatar"))
    .put("/api/profile/cover", cover.set, (c) => set(c, "cover"))
    .delete("/api/profile/cover", cover.remove, (c) => remove(c, "cover"));
}
