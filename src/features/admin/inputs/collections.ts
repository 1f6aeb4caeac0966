import { z } from "zod";
import { collectionActions } from "#app/features/collections/commands.ts";
import { visibilities } from "#app/features/collections/queries.ts";
import { bulkIds, cursor, limit, search } from "../inputs.ts";

/** Query of GET /api/admin/collections and of the page of everybody's collections. */
export const collectionsQuery = z.strictObject({
  visibility: z.enum(visibilities).default("all"),
  q: search.optional(),
  cursor: cursor.optional(),
  limit,
});

/** Query of the same list as CSV. */
export const collectionsCsvQuery = collectionsQuery.omit({ cursor: true, limit: true });

/** Body of POST /api/admin/collections/bulk. */
export const collectionsInput = z.strictObject({ action: z.enum(collectionActions), ids: bulkIds });
export type CollectionsInput = z.output<typeof collectionsInput>;
