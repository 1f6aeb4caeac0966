import { Hono, type Context } from "hono";
import { t } from "#app/language/message.ts";
import { guest, type Actor } from "#app/lib/actor.ts";
import { limitKey } from "#app/lib/client-ip.ts";
import type { Audited } from "#app/lib/audit.ts";
import { openEntryCache } from "#app/lib/entry-cache.ts";
import { AppError } from "#app/lib/errors.ts";
import {
  adminAction,
  cacheFor,
  parseBody,
  parseQuery,
  requireMember,
  type AppEnv,
} from "#app/lib/http.ts";
import { createKeyedGate } from "#app/lib/keyed-gate.ts";
import type { Limits } from "#app/lib/rate-limit.ts";
import type { Uploads } from "#app/lib/uploads.ts";
import { imageSources, pageImageHost, type ImageSources } from "#app/rules/image-address.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import {
  countView,
  deletePicture,
  reportPicture,
  saveUpload,
  updatePicture,
  type Editor,
} from "./commands.ts";
import {
  changeDocs,
  deleteDocs,
  filenameDocs,
  lineageDocs,
  pictureDocs,
  reportDocs,
  similarDocs,
  uploadDocs,
  viewDocs,
  wallDocs,
} from "./http/docs.ts";
import { addressedPicture, oembedDocs, oembedOf, oembedQuery, oembedXml } from "./http/oembed.ts";
import { lookupQuery, pictureChanges, reportInput, similarQuery, wallQuery } from "./inputs.ts";
import {
  feedPage,
  lineageOf,
  pictureByAddress,
  pictureByFilename,
  pictureById,
  similarPictures,
  type PicturePage,
} from "./queries.ts";

/** Repeated views within this time count once; and the number of remembered views. */
const visitMs = 30 * 60 * 1000;
const mostVisits = 50_000;

/** The Image entity of the API: with its sources, without internal fields. */
export type ApiPicture = Omit<PicturePage, "ownerId"> & { images: ImageSources };

/**
 * Lookups, lists, changes and uploads of pictures (docs/api.md; docs/product.md 7.3).
 * @param audited writes the audit entries for others' pictures
 */
export function picturesRoutes(
  services: Services,
  { limits, uploads, audited }: { limits: Limits; uploads: Uploads; audited: Audited },
) {
  const { db, env } = services;
  const host = pageImageHost(env.SERVER_URL, env.PICTURES_URL);
  // Each waits for the previous one, so that equal concurrent changes are made once.
  const changing = createKeyedGate({
    wide: 1,
    queue: 50,
    waitMs: 20_000,
    detail: () => t`This picture is being changed; try again in a moment`,
  });
  const visits = openEntryCache<true>(mostVisits, { ttl: visitMs });

  /** Admins may change everybody's pictures, which is audited. */
  const editorOf = (c: Context<AppEnv>): Editor =>
    requireMember(c).role === "admin" ? { ...adminAction(c), audited } : requireMember(c);

  const found = (picture: PicturePage | null): ApiPicture => {
    if (picture === null) throw new AppError("not-found");
    const { ownerId: _, ...image } = picture;
    return { ...image, images: imageSources(host, picture) };
  };
  const fresh = ({ is_public, approved }: ApiPicture, actor: Actor) => ({
    "cache-control": cacheFor(actor, is_public && approved),
  });
  const seen = async (id: string, actor: Actor) => {
    if ((await pictureById(db, id, actor, { includeUnapproved: true })) === null) {
      throw new AppError("not-found");
    }
  };
  const idOf = (id: string): string => {
    if (!isUuid(id)) throw new AppError("not-found");
    return id;
  };

  return new Hono<AppEnv>()
    .get("/api/pictures", wallDocs, async (c) => {
      const page = await feedPage(db, parseQuery(c, wallQuery));
      return c.json(page, 200, { "cache-control": "no-cache" });
    })
    .get("/api/oembed", oembedDocs, async (c) => {
      const { url, format, ...room } = parseQuery(c, oembedQuery);
      const address = addressedPicture(url, env);
      const picture = address === null ? null : await pictureByAddress(db, address, guest);
      if (picture === null) throw new AppError("not-found");
      const answer = oembedOf(picture, room, env);
      const kept = { "cache-control": "public, max-age=3600" };
      if (format === "json") return c.json(answer, 200, kept);
      return c.body(oembedXml(answer), 200, { ...kept, "content-type": "text/xml; charset=utf-8" });
    })
    .get("/api/picture/by-filename/:filename", filenameDocs, async (c) => {
      const { include } = parseQuery(c, lookupQuery);
      const options = { includeUnapproved: include === "unapproved" };
      const filename = c.req.param("filename");
      const actor = c.get("actor");
      const image = found(await pictureByFilename(db, filename, actor, options));
      return c.json(image, 200, fresh(image, actor));
    })
    .get("/api/picture/:id", pictureDocs, async (c) => {
      const { include } = parseQuery(c, lookupQuery);
      const options = { includeUnapproved: include === "unapproved" };
      // Clients retry here with guessed extensions, so every form of address is looked up.
      const address = c.req.param("id");
      const actor = c.get("actor");
      const image = found(await pictureByAddress(db, address, actor, options));
      return c.json(image, 200, fresh(image, actor));
    })
    .get("/api/picture/:id/lineage", lineageDocs, async (c) => {
      const actor = c.get("actor");
      const lineage = await lineageOf(db, c.req.param("id"), actor);
      if (lineage === null) throw new AppError("not-found");
      return c.json(lineage, 200, { "cache-control": cacheFor(actor, true) });
    })
    .get("/api/picture/:id/similar", similarDocs, async (c) => {
      const { limit } = parseQuery(c, similarQuery);
      const id = idOf(c.req.param("id"));
      await seen(id, c.get("actor"));
      const items = await similarPictures(db, id, limit);
      return c.json({ items }, 200, { "cache-control": "no-cache" });
    })
    .post("/api/picture/:id/view", viewDocs, async (c) => {
      const actor = c.get("actor");
      const picture = await pictureById(db, idOf(c.req.param("id")), actor);
      if (picture === null) throw new AppError("not-found");
      const visit = `${actor.userId ?? limitKey(c.get("ip"))} ${picture.id}`;
      // One view per visit; views by the owner do not count.
      if (picture.ownerId !== actor.userId && !visits.has(visit)) {
        visits.set(visit, true);
        await countView(services, picture.id);
      }
      return c.body(null, 204);
    })
    .post("/api/picture/:id/reports", reportDocs, async (c) => {
      const actor = requireMember(c);
      const id = idOf(c.req.param("id"));
      await limits.take("report", actor.userId);
      await reportPicture(services, actor, id, await parseBody(c, reportInput));
      return c.body(null, 204);
    })
    .patch("/api/picture/:id", changeDocs, async (c) => {
      const actor = requireMember(c);
      const id = idOf(c.req.param("id"));
      const changes = await parseBody(c, pictureChanges);
      await limits.take("picture-change", actor.userId);
      await changing.run(id, () => updatePicture(services, editorOf(c), id, changes));
      const image = found(await pictureById(db, id, actor, { includeUnapproved: true }));
      return c.json(image, 200, { "cache-control": "no-store" });
    })
    .delete("/api/picture/:id", deleteDocs, async (c) => {
      await deletePicture(services, editorOf(c), idOf(c.req.param("id")));
      return c.body(null, 204);
    })
    .post("/api/uploads", uploadDocs, async (c) => {
      const actor = requireMember(c);
      await limits.take("upload", actor.userId);
      const made = await uploads.receive(c.req.raw, actor.userId, async (file) => {
        const upload = await saveUpload(services, actor, file);
        const settings = await services.imaging.settings(file, { handOver: true });
        return { ...upload, settings };
      });
      return c.json(made, 201, { "cache-control": "no-store" });
    });
}
