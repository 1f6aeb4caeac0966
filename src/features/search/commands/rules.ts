import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { longestRun } from "#app/rules/word-runs.ts";
import { collectionCards } from "#app/features/collections/queries.ts";
import { ruleQuery } from "../queries/rules.ts";

/** What an admin asks for: words that are searched for too, or a collection that the search leads to. */
export type NewSearchRule = { query: string } & (
  | { kind: "synonym"; words: string }
  | { kind: "redirect"; collection_id: string }
);

/** A rule as the audit log keeps it. */
export type SearchRuleState = {
  kind: "synonym" | "redirect";
  query: string;
  words: string | null;
  collection: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
};

/** Null for what was not there. */
export type SearchRuleChange = {
  id: string;
  before: SearchRuleState | null;
  after: SearchRuleState | null;
};

type Tx = AuditedTransaction;

/** Rows of these ids, locked in the order of ids. */
async function lockRules(tx: Tx, ids: readonly string[]): Promise<Map<string, SearchRuleState>> {
  const rows = await tx
    .selectFrom("search_rules")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        kind: row.kind as SearchRuleState["kind"],
        query: row.query,
        words: row.words,
        collection: row.collection_id,
        createdAt: row.created_at.toISOString(),
      },
    ]),
  );
}

/** @returns false where the same rule, or another redirect of the same words, is there already */
async function insertRule(tx: Tx, id: string, rule: SearchRuleState): Promise<boolean> {
  const { kind, query, words, collection, createdAt } = rule;
  const made = await tx
    .insertInto("search_rules")
    .values({
      id,
      kind,
      query,
      words,
      collection_id: collection,
      created_at: sql<Date>`${createdAt}::timestamptz`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

async function deleteRules(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("search_rules").where("id", "in", ids).execute();
}

/** The words of a synonym. @throws AppError invalid-request */
function synonymOf(query: string, typed: string): string {
  if (query.split(" ").length > longestRun) {
    throw fieldError("query", "too_big", t`A synonym stands for at most ${longestRun} words`);
  }
  const words = ruleQuery(typed);
  if (words === "") throw fieldError("words", "too_small", t`Name the words to search for too`);
  if (words === query) throw fieldError("words", "same", t`These are the same words`);
  return words;
}

/**
 * Adds a rule; it counts from the next search on.
 * @throws AppError invalid-request for words that are none, or a collection that is not public; conflict where such a
 *   rule is there already
 */
export async function addSearchRule(tx: Tx, asked: NewSearchRule): Promise<SearchRuleChange> {
  const query = ruleQuery(asked.query);
  if (query === "") throw fieldError("query", "too_small", t`Name the words that are searched for`);
  const isSynonym = asked.kind === "synonym";
  if (!isSynonym && (await collectionCards(tx, [asked.collection_id])).length === 0) {
    throw fieldError("collection_id", "unknown", t`Choose a public collection`);
  }
  const after: SearchRuleState = {
    kind: asked.kind,
    query,
    words: isSynonym ? synonymOf(query, asked.words) : null,
    collection: isSynonym ? null : asked.collection_id,
    createdAt: new Date().toISOString(),
  };
  const id = uuidv7();
  if (!(await insertRule(tx, id, after))) {
    const detail = isSynonym
      ? t`This synonym is there already`
      : t`These words lead to a collection already`;
    throw new AppError("conflict", { detail });
  }
  return { id, before: null, after };
}

/** Removes rules; @throws AppError invalid-request when one of them is none; then all of them stay. */
export async function removeSearchRules(
  tx: Tx,
  ids: readonly string[],
): Promise<SearchRuleChange[]> {
  const found = await lockRules(tx, ids);
  if (found.size !== ids.length) {
    throw fieldError("ids", "unknown", t`One of these is not a rule, or not any more`);
  }
  await deleteRules(tx, ids);
  return [...found].map(([id, before]) => ({ id, before, after: null }));
}

/** @returns false where its collection is gone, or the same was added meanwhile */
async function putBack(tx: Tx, id: string, rule: SearchRuleState): Promise<boolean> {
  if (rule.collection !== null) {
    const found = await tx
      .selectFrom("collections")
      .select("id")
      .where("id", "=", rule.collection)
      .forKeyShare()
      .executeTakeFirst();
    if (found === undefined) return false;
  }
  return insertRule(tx, id, rule);
}

/**
 * Undoes additions and removals, as far as nobody has added or removed the same since and a removed rule's collection is
 * still there; @returns what changed
 */
export async function undoSearchRules(
  tx: Tx,
  changes: readonly SearchRuleChange[],
): Promise<SearchRuleChange[]> {
  const found = await lockRules(
    tx,
    changes.map(({ id }) => id),
  );
  const undone: SearchRuleChange[] = [];
  for (const { id, before } of changes) {
    const now = found.get(id) ?? null;
    if (before === null) {
      if (now === null) continue;
      await deleteRules(tx, [id]);
      undone.push({ id, before: now, after: null });
    } else if (now === null && (await putBack(tx, id, before))) {
      undone.push({ id, before: null, after: before });
    }
  }
  return undone;
}
