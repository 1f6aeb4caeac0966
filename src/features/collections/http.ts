import { Hono } from "hono";
import { t } from "#app/language/message.ts";
import type { Actor } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { cacheFor, parseBody, parseQuery, requireMember, type AppEnv } from "#app/lib/http.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import type { Services } from "#app/services.ts";
import {
  addItems,
  createCollection,
  deleteCollection,
  moveItem,
  orderItems,
  removeItems,
  restoreCollection,
  updateCollection,
} from "./commands.ts";
import {
  addDocs,
  addManyDocs,
  collectionDocs,
  createDocs,
  deleteDocs,
  moveDocs,
  orderDocs,
  ownDocs,
  publicDocs,
  removeDocs,
  removeManyDocs,
  restoreDocs,
  updateDocs,
} from "./http/docs.ts";
import {
  collectionChanges,
  collectionQuery,
  itemsInput,
  moveInput,
  newCollection,
  ownQuery,
  publicQuery,
} from "./inputs.ts";
import {
  collectionPage,
  ownCollections,
  publicCollections,
  type CollectionPage,
} from "./queries.ts";

/** A collection as the API gives it. */
export type ApiCollection = Omit<CollectionPage, "ownerId">;

/** Collections and what is in them (docs/api.md; docs/product.md 7.3). */
export function collectionRoutes(services: Services) {
  const { db } = services;
  const noStore = { "cache-control": "no-store" };

  type Asked = Parameters<typeof collectionPage>[1];
  const found = async (asked: Asked, actor: Actor): Promise<ApiCollection> => {
    const page = await collectionPage(db, asked, actor);
    if (page === null) throw new AppError("not-found", { detail: t`Collection not found` });
    const { ownerId: _, ...collection } = page;
    return collection;
  };
  const pictureOf = (id: string): string => {
    if (!isUuid(id)) throw new AppError("not-found");
    return id;
  };

  return new Hono<AppEnv>()
    .get("/api/collections", ownDocs, async (c) => {
      const { userId } = requireMember(c);
      const { picture } = parseQuery(c, ownQuery);
      const items = await ownCollections(db, userId, { pictureId: picture });
      return c.json({ items }, 200, noStore);
    })
    .post("/api/collections", createDocs, async (c) => {
      const actor = requireMember(c);
      const { id } = await createCollection(services, actor, await parseBody(c, newCollection));
      return c.json(await found({ id }, actor), 201, noStore);
    })
    .get("/api/collections/public", publicDocs, async (c) => {
      const page = await publicCollections(db, parseQuery(c, publicQuery));
      return c.json(page, 200, { "cache-control": "no-cache" });
    })
    .get("/api/collections/:id", collectionDocs, async (c) => {
      const asked = { id: c.req.param("id"), ...parseQuery(c, collectionQuery) };
      const actor = c.get("actor");
      const collection = await found(asked, actor);
      const isOpen = collection.is_public && !collection.isHidden && !collection.isOwn;
      return c.json(collection, 200, { "cache-control": cacheFor(actor, isOpen) });
    })
    .patch("/api/collections/:id", updateDocs, async (c) => {
      const actor = requireMember(c);
      const id = c.req.param("id");
      await updateCollection(services, actor, id, await parseBody(c, collectionChanges));
      return c.json(await found({ id }, actor), 200, noStore);
    })
    .delete("/api/collections/:id", deleteDocs, async (c) => {
      await deleteCollection(services, requireMember(c), c.req.param("id"));
      return c.body(null, 204);
    })
    .post("/api/collections/:id/restore", restoreDocs, async (c) => {
      const actor = requireMember(c);
      const id = c.req.param("id");
      await restoreCollection(services, actor, id);
      return c.json(await found({ id }, actor), 200, noStore);
    })
    .put("/api/collections/:id/items", addManyDocs, async (c) => {
      const actor = requireMember(c);
      const { picture_ids } = await parseBody(c, itemsInput);
      return c.json(await addItems(services, actor, c.req.param("id"), picture_ids), 200, noStore);
    })
    .delete("/api/collections/:id/items", removeManyDocs, async (c) => {
      const actor = requireMember(c);
      const { picture_ids } = await parseBody(c, itemsInput);
      const change = await removeItems(services, actor, c.req.param("id"), picture_ids);
      return c.json(change, 200, noStore);
    })
    .put("/api/collections/:id/items/:pictureId", addDocs, async (c) => {
      const actor = requireMember(c);
      const pictureId = pictureOf(c.req.param("pictureId"));
      return c.json(await addItems(services, actor, c.req.param("id"), [pictureId]), 200, noStore);
    })
    .delete("/api/collections/:id/items/:pictureId", removeDocs, async (c) => {
      const actor = requireMember(c);
      const pictureId = pictureOf(c.req.param("pictureId"));
      const change = await removeItems(services, actor, c.req.param("id"), [pictureId]);
      return c.json(change, 200, noStore);
    })
    .patch("/api/collections/:id/items/:pictureId", moveDocs, async (c) => {
      const actor = requireMember(c);
      const { before } = await parseBody(c, moveInput);
      await moveItem(services, actor, c.req.param("id"), c.req.param("pictureId"), before);
      return c.body(null, 204);
    })
    .put("/api/collections/:id/order", orderDocs, async (c) => {
      const actor = requireMember(c);
      const { picture_ids } = await parseBody(c, itemsInput);
      await orderItems(services, actor, c.req.param("id"), picture_ids);
      return c.body(null, 204);
    });
}
