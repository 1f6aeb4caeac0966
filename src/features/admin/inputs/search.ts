import { z } from "zod";
import { t } from "#app/language/message.ts";
import { text, words } from "#app/lib/text.ts";
import { queryLists, searchRuleKinds } from "#app/features/search/queries.ts";
import { bulkIds, cursor, limit, search } from "../inputs.ts";

/** Query of GET /api/admin/search-pulse and of its page. */
export const searchPulseQuery = z.strictObject({
  list: z.enum(queryLists).default("popular"),
  days: z.coerce.number().int().min(1).max(90).default(7),
  q: search.optional(),
  // It holds a query, which may be long.
  cursor: text().max(1_300).optional(),
  limit,
});

/** Query of GET /api/admin/search-rules and of its page. */
export const searchRulesQuery = z.strictObject({
  kind: z.enum(searchRuleKinds).optional(),
  q: search.optional(),
  cursor: cursor.optional(),
  limit,
});

/** Queries of the same lists as CSV. */
export const searchPulseCsvQuery = searchPulseQuery.omit({ cursor: true, limit: true });
export const searchRulesCsvQuery = searchRulesQuery.omit({ cursor: true, limit: true });

const query = words({ min: 1, max: 200, blank: () => t`Name the words that are searched for` });

/** Body of POST /api/admin/search-rules. */
export const searchRuleInput = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("synonym"),
    query,
    words: words({ min: 1, max: 200, blank: () => t`Name the words to search for too` }),
  }),
  z.strictObject({
    kind: z.literal("redirect"),
    query,
    collection_id: z.uuid({ error: () => t`Choose a collection` }),
  }),
]);
export type SearchRuleInput = z.output<typeof searchRuleInput>;

/** Body of DELETE /api/admin/search-rules. */
export const searchRuleIds = z.strictObject({ ids: bulkIds });
