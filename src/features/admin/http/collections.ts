import { Hono } from "hono";
import { z } from "zod";
import { csvResponse, type CsvColumn } from "#app/lib/csv.ts";
import { described } from "#app/lib/describe.ts";
import { adminAction, parseBody, parseQuery, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import { allCollections, type ListedCollection } from "#app/features/collections/queries.ts";
import { decideOnCollections, undoCollections } from "../commands/collections.ts";
import { undoInput } from "../inputs.ts";
import { collectionsCsvQuery, collectionsInput, collectionsQuery } from "../inputs/collections.ts";
import { csvDocs } from "./csv.ts";

const noStore = { "cache-control": "no-store" };
const admin = { tag: "admin", session: true } as const;

const collection: z.ZodType<ListedCollection> = z.object({
  id: z.uuid(),
  name: z.string(),
  isPublic: z.boolean(),
  isPicked: z.boolean(),
  isHidden: z.boolean(),
  owner: z.object({ name: z.string(), username: z.string() }),
  count: z.int().describe("All its pictures, whoever may see them"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

const listDocs = described({
  ...admin,
  summary: "Everybody's collections, newest first",
  query: collectionsQuery,
  answers: {
    200: {
      description: "A page of them",
      schema: z.object({ items: z.array(collection), next: z.string().nullable() }),
    },
  },
  refuses: [400, 403],
});
const bulkDocs = described({
  ...admin,
  summary: "Picks or hides collections, or ends that, all or none",
  body: { schema: collectionsInput },
  answers: {
    200: {
      description: "How many changed, and the token that undoes it",
      schema: z.object({ changed: z.int(), undo: z.string() }),
    },
  },
  refuses: [400, 403],
});
const undoDocs = described({
  ...admin,
  summary: "Undoes what one request decided about collections",
  body: { schema: undoInput },
  answers: {
    200: { description: "How many are as before", schema: z.object({ changed: z.int() }) },
  },
  refuses: [400, 403, 404],
});

const columns: readonly CsvColumn<ListedCollection>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Name", value: ({ name }) => name },
  { label: "Creator", value: ({ owner }) => owner.username },
  { label: "Public", value: ({ isPublic }) => isPublic },
  { label: "Picked", value: ({ isPicked }) => isPicked },
  { label: "Hidden", value: ({ isHidden }) => isHidden },
  { label: "Images", value: ({ count }) => count },
  { label: "Created", value: ({ createdAt }) => createdAt },
  { label: "Changed", value: ({ updatedAt }) => updatedAt },
];
const csv = csvDocs("Everybody's collections as CSV", collectionsCsvQuery);

/** `GET /api/admin/collections` (also as `.csv`), `POST /api/admin/collections/bulk` and `/undo`. */
export function adminCollectionRoutes(services: Services) {
  return new Hono<AppEnv>()
    .get("/api/admin/collections", listDocs, async (c) => {
      requireAdmin(c);
      const page = await allCollections(services.db, parseQuery(c, collectionsQuery));
      return c.json(page, 200, noStore);
    })
    .get("/api/admin/collections.csv", csv, (c) => {
      requireAdmin(c);
      const filter = parseQuery(c, collectionsCsvQuery);
      return csvResponse("collections", columns, (page) =>
        allCollections(services.db, { ...filter, ...page }),
      );
    })
    .post("/api/admin/collections/bulk", bulkDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, collectionsInput);
      return c.json(await decideOnCollections(services, by, input), 200, noStore);
    })
    .post("/api/admin/collections/undo", undoDocs, async (c) => {
      const by = adminAction(c);
      const { undo } = await parseBody(c, undoInput);
      return c.json(await undoCollections(services, by, undo), 200, noStore);
    });
}
