import type { Kysely } from "kysely";
import type { SearchIndex } from "#app/adapters/search-index/port.ts";
import type { Database } from "#app/db/schema.ts";
import { queryIndex, queryNear } from "../queries/index-query.ts";
import { removeDocuments, upsertDocuments, writeCounts } from "./upsert.ts";

/** The index that needs nothing but the database. Good to some millions of public pictures (data guide, F). */
export function createPostgresIndex(db: Kysely<Database>): SearchIndex {
  return {
    upsert: (documents) => upsertDocuments(db, documents),
    count: (counts) => writeCounts(db, counts),
    remove: (ids) => removeDocuments(db, ids),
    query: (request) => queryIndex(db, request),
    near: (request) => queryNear(db, request),
  };
}
