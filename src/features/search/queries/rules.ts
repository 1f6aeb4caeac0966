/** What admins have set for searches: words that stand for others, and searches that lead to a collection. */
import { sql, type Kysely } from "kysely";
import { kept } from "#app/db/kept.ts";
import type { Database } from "#app/db/schema.ts";
import { keysetPage } from "#app/lib/keyset.ts";
import type { Services } from "#app/services.ts";
import { queryWords } from "#app/rules/search-text.ts";
import { runsOf, type SiteSynonyms } from "#app/rules/word-runs.ts";
import { publicAndApproved } from "#app/features/pictures/queries.ts";
import { publicAndShown } from "#app/features/collections/queries.ts";

type Db = Kysely<Database>;
type RuleServices = Pick<Services, "db" | "live">;

export const searchRuleKinds = ["synonym", "redirect"] as const;

/** A rule as admins see it. */
export type SearchRule = {
  id: string;
  /** Folded words. */
  query: string;
  /** ISO 8601, UTC. */
  createdAt: string;
} & (
  | { kind: "synonym"; words: string }
  | {
      kind: "redirect";
      collection: { id: string; name: string; owner: string };
      /** False while the collection is not public: the search is then a search as any other. */
      isInForce: boolean;
    }
);

/** Later words of a long query are looked for as they are. */
const mostWords = 12;

/** The query of a rule for what was typed: its words, joined by single spaces. */
export const ruleQuery = (typed: string): string => queryWords(typed).join(" ");

/** The channel on which the table tells that a rule was changed. */
export const searchRulesChanged = "search_rules_changed";

/** What searches need of the rules, by query. */
type KeptRules = { synonyms: Map<string, string[]>; redirects: Set<string> };

/** From memory, for every search. */
function keptRules({ db, live }: RuleServices): Promise<KeptRules> {
  return kept(live, searchRulesChanged, async () => {
    const rules = await db
      .selectFrom("search_rules")
      .select(["kind", "query", "words"])
      .orderBy("words")
      .execute();
    const all: KeptRules = { synonyms: new Map(), redirects: new Set() };
    for (const { kind, query, words } of rules) {
      if (kind === "redirect") all.redirects.add(query);
      else all.synonyms.set(query, [...(all.synonyms.get(query) ?? []), words ?? ""]);
    }
    return all;
  });
}

/** The synonyms that admins have set for words of a query. */
export async function siteSynonyms(
  services: RuleServices,
  words: readonly string[],
): Promise<SiteSynonyms> {
  const runs = runsOf(words.slice(0, mostWords));
  if (runs.length === 0) return {};
  const { synonyms } = await keptRules(services);
  const found = [...new Set(runs)].toSorted().flatMap((run) => {
    const also = synonyms.get(run);
    return also === undefined ? [] : [[run, also] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The collection that a search leads to; null for most searches, and while the collection is not public.
 * @returns with the number of its pictures that everybody may see, up to 1,000
 */
export async function redirectOf(
  services: RuleServices,
  typed: string,
): Promise<{ id: string; username: string; pictures: number } | null> {
  const query = ruleQuery(typed);
  if (query === "" || !(await keptRules(services)).redirects.has(query)) return null;
  const { rows } = await sql<{ id: string; username: string; pictures: number }>`
    select c.id, u.username, (select count(*)::integer from (
      select from collection_items i join pictures p on p.id = i.picture_id
      where i.collection_id = c.id and ${publicAndApproved} limit 1000) counted) as pictures
    from search_rules r join collections c on c.id = r.collection_id join users u on u.id = c.owner_id
    where r.kind = 'redirect' and r.query = ${query} and ${publicAndShown} and c.deleted_at is null
      and u.banned_at is null`.execute(services.db);
  return rows[0] ?? null;
}

function ruleRows(db: Db) {
  return db
    .selectFrom("search_rules as r")
    .leftJoin("collections as c", "c.id", "r.collection_id")
    .leftJoin("users as u", "u.id", "c.owner_id")
    .select(["r.id", "r.kind", "r.query", "r.words", "r.created_at"])
    .select(["c.id as collection_id", "c.name as collection_name", "u.username"])
    .select(
      sql<boolean>`(${publicAndShown} and c.deleted_at is null and u.banned_at is null) is true`.as(
        "in_force",
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof ruleRows>["execute"]>>[number];

function toRule(row: Row): SearchRule {
  const { id, query, created_at: createdAt } = row;
  const common = { id, query, createdAt: createdAt.toISOString() };
  if (row.kind === "synonym") return { ...common, kind: "synonym", words: row.words ?? "" };
  const collection = {
    id: row.collection_id ?? "",
    name: row.collection_name ?? "",
    owner: row.username ?? "",
  };
  return { ...common, kind: "redirect", collection, isInForce: row.in_force };
}

export type RuleFilter = {
  kind?: (typeof searchRuleKinds)[number];
  /** Part of the query. */
  q?: string;
  cursor?: string;
  limit: number;
};

/**
 * All rules, the newest first; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function searchRules(
  db: Db,
  { kind, q = "", cursor, limit }: RuleFilter,
): Promise<{ items: SearchRule[]; next: string | null }> {
  let query = ruleRows(db);
  if (kind !== undefined) query = query.where("r.kind", "=", kind);
  const words = ruleQuery(q);
  if (words !== "") query = query.where("r.query", "like", `%${words}%`);
  const { page, next } = await keysetPage(
    query,
    { by: "r.created_at", id: "r.id", at: (row) => row.created_at },
    { cursor, limit },
  );
  return { items: page.map(toRule), next };
}

/** The rules for queries as they were typed, by the query. */
export async function rulesOfQueries(
  db: Db,
  queries: readonly string[],
): Promise<Map<string, SearchRule[]>> {
  const byWords = new Map(queries.map((query) => [query, ruleQuery(query)]));
  const wanted = [...new Set(byWords.values())].filter((words) => words !== "");
  if (wanted.length === 0) return new Map();
  const rows = await ruleRows(db)
    .where(sql<boolean>`r.query = any(${wanted}::text[])`)
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
  const rules = rows.map(toRule);
  return new Map(
    queries.map((query) => [query, rules.filter((rule) => rule.query === byWords.get(query))]),
  );
}
