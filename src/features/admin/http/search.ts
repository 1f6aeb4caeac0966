import { Hono } from "hono";
import { z } from "zod";
import { csvResponse, type CsvColumn } from "#app/lib/csv.ts";
import { described } from "#app/lib/describe.ts";
import { adminAction, parseBody, parseQuery, requireAdmin, type AppEnv } from "#app/lib/http.ts";
import type { Services } from "#app/services.ts";
import {
  loggedQueries,
  searchRules,
  type LoggedQuery,
  type SearchRule,
} from "#app/features/search/queries.ts";
import { addRule, removeRules, undoRules } from "../commands/search-rules.ts";
import { undoInput } from "../inputs.ts";
import {
  searchPulseCsvQuery,
  searchPulseQuery,
  searchRuleIds,
  searchRuleInput,
  searchRulesCsvQuery,
  searchRulesQuery,
} from "../inputs/search.ts";
import { csvDocs } from "./csv.ts";

const noStore = { "cache-control": "no-store" };
const admin = { tag: "admin", session: true } as const;
const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

const logged: z.ZodType<LoggedQuery> = z.object({
  query: z.string(),
  searches: z.int(),
  results: z.int().describe("Found by the last of them; 1,000 stands for more"),
  before: z.int().describe("Searches in the same time before"),
});
const common = { id: z.uuid(), query: z.string(), createdAt: z.iso.datetime() };
const rule: z.ZodType<SearchRule> = z.union([
  z.object({ ...common, kind: z.literal("synonym"), words: z.string() }),
  z.object({
    ...common,
    kind: z.literal("redirect"),
    collection: z.object({ id: z.string(), name: z.string(), owner: z.string() }),
    isInForce: z.boolean().describe("False while the collection is not public"),
  }),
]);

const pulseDocs = described({
  ...admin,
  summary: "What people search for: the most, more than before, or what finds nothing",
  query: searchPulseQuery,
  answers: { 200: { description: "A page, the most first", schema: page(logged) } },
  refuses: [400, 403],
});
const rulesDocs = described({
  ...admin,
  summary: "Synonyms and redirects of searches, newest first",
  query: searchRulesQuery,
  answers: { 200: { description: "A page of them", schema: page(rule) } },
  refuses: [400, 403],
});
const addDocs = described({
  ...admin,
  summary: "Adds a synonym or a redirect; it counts from the next search on",
  body: { schema: searchRuleInput },
  answers: {
    201: {
      description: "Its id, the token that undoes it, and what a synonym's query finds now",
      schema: z.object({ id: z.uuid(), undo: z.string(), finds: z.int().nullable() }),
    },
  },
  refuses: [400, 403, 409],
});
const removeDocs = described({
  ...admin,
  summary: "Removes synonyms and redirects, all or none",
  body: { schema: searchRuleIds },
  answers: {
    200: {
      description: "How many, and the token that undoes it",
      schema: z.object({ changed: z.int(), undo: z.string() }),
    },
  },
  refuses: [400, 403],
});
const undoDocs = described({
  ...admin,
  summary: "Undoes what one request did to synonyms and redirects",
  body: { schema: undoInput },
  answers: {
    200: { description: "How many are as before", schema: z.object({ changed: z.int() }) },
  },
  refuses: [400, 403, 404],
});

const queryColumns: readonly CsvColumn<LoggedQuery>[] = [
  { label: "Query", value: ({ query }) => query },
  { label: "Searches", value: ({ searches }) => searches },
  { label: "Previous period", value: ({ before }) => before },
  { label: "Results", value: ({ results }) => results },
];
const ruleColumns: readonly CsvColumn<SearchRule>[] = [
  { label: "Id", value: ({ id }) => id },
  { label: "Kind", value: ({ kind }) => kind },
  { label: "Searched for", value: ({ query }) => query },
  {
    label: "Finds",
    value: (rule) => (rule.kind === "synonym" ? rule.words : rule.collection.name),
  },
  { label: "Added", value: ({ createdAt }) => createdAt },
];
const pulseCsv = csvDocs("What people search for as CSV", searchPulseCsvQuery);
const rulesCsv = csvDocs("Synonyms and redirects of searches as CSV", searchRulesCsvQuery);

/** `GET /api/admin/search-pulse`, `GET`, `POST` and `DELETE /api/admin/search-rules`, `POST …/undo`. */
export function adminSearchRoutes(services: Services) {
  const { db } = services;
  return new Hono<AppEnv>()
    .get("/api/admin/search-pulse", pulseDocs, async (c) => {
      requireAdmin(c);
      return c.json(await loggedQueries(db, parseQuery(c, searchPulseQuery)), 200, noStore);
    })
    .get("/api/admin/search-pulse.csv", pulseCsv, (c) => {
      requireAdmin(c);
      const filter = parseQuery(c, searchPulseCsvQuery);
      return csvResponse("searches", queryColumns, (page) =>
        loggedQueries(db, { ...filter, ...page }),
      );
    })
    .get("/api/admin/search-rules.csv", rulesCsv, (c) => {
      requireAdmin(c);
      const filter = parseQuery(c, searchRulesCsvQuery);
      return csvResponse("search-rules", ruleColumns, (page) =>
        searchRules(db, { ...filter, ...page }),
      );
    })
    .get("/api/admin/search-rules", rulesDocs, async (c) => {
      requireAdmin(c);
      return c.json(await searchRules(db, parseQuery(c, searchRulesQuery)), 200, noStore);
    })
    .post("/api/admin/search-rules", addDocs, async (c) => {
      const by = adminAction(c);
      const input = await parseBody(c, searchRuleInput);
      return c.json(await addRule(services, by, input), 201, noStore);
    })
    .delete("/api/admin/search-rules", removeDocs, async (c) => {
      const by = adminAction(c);
      const { ids } = await parseBody(c, searchRuleIds);
      return c.json(await removeRules(services, by, ids), 200, noStore);
    })
    .post("/api/admin/search-rules/undo", undoDocs, async (c) => {
      const by = adminAction(c);
      const { undo } = await parseBody(c, undoInput);
      return c.json(await undoRules(services, by, undo), 200, noStore);
    });
}
