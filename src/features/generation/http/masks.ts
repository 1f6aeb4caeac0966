import { Hono } from "hono";
import { z } from "zod";
import { described } from "#app/lib/describe.ts";
import { AppError } from "#app/lib/errors.ts";
import { createGate } from "#app/lib/gate.ts";
import { requireMember, type AppEnv } from "#app/lib/http.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import { maskLimit, readBytes } from "#app/lib/read-body.ts";
import { t } from "#app/language/message.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import { saveMask } from "../commands/masks.ts";
import { ownMask } from "../queries/masks.ts";

const tag = "casts";

const saveDocs = described({
  tag,
  summary:
    "A mask for an edit: white changes, black stays, grey is between; how opaque it is counts too",
  session: true,
  body: { type: "image/png", schema: z.file().describe("A PNG, at most 4 MB and 50 megapixels") },
  answers: {
    201: {
      description: "Kept; its id goes into edit.maskId of a cast",
      schema: z.object({ id: z.uuid(), width: z.int(), height: z.int() }),
    },
  },
  refuses: [409, 413, 415, 422, 507],
});

const showDocs = described({
  tag,
  summary: "A mask of the member's own, in grey",
  session: true,
  path: { id: "Id of the member's own mask" },
  answers: { 200: { description: "Eight bits a pixel", type: "image/png" } },
  refuses: [404],
});

/** `POST /api/masks`, `GET /api/masks/{id}`: a mask is seen by its member alone, also when its picture is public. */
export function maskRoutes(services: Services, limits: Limits) {
  const { db, storage } = services;
  const receiving = createGate({
    wide: 4,
    queue: 64,
    waitMs: 20_000,
    detail: () => t`Too many masks are being read; try again in a moment`,
  });
  return new Hono<AppEnv>()
    .post("/api/masks", saveDocs, async (c) => {
      const member = requireMember(c);
      await limits.take("mask", member.userId);
      const made = await receiving.run(async () =>
        saveMask(services, member, await readBytes(c.req.raw, maskLimit)),
      );
      return c.json(made, 201, { "cache-control": "no-store" });
    })
    .get("/api/masks/:id", showDocs, async (c) => {
      const { userId } = requireMember(c);
      const id = c.req.param("id");
      const mask = isUuid(id) ? await ownMask(db, userId, id) : undefined;
      const file = mask && (await storage.get(mask.storage_key));
      if (!file) throw new AppError("not-found");
      return c.body(new Uint8Array(file.bytes), 200, {
        "cache-control": "private, max-age=86400, immutable",
        "content-type": "image/png",
      });
    });
}
