import { forgetKept } from "#app/db/kept.ts";
import type { AdminAction, AuditRecord } from "#app/lib/audit.ts";
import type { Services } from "#app/services.ts";
import {
  addSearchRule,
  removeSearchRules,
  undoSearchRules,
  type SearchRuleChange,
  type SearchRuleState,
} from "#app/features/search/commands.ts";
import { searchPictures, searchRulesChanged } from "#app/features/search/queries.ts";
import type { SearchRuleInput } from "../inputs/search.ts";
import { audited, entriesToUndo } from "./audit.ts";

type RuleServices = Pick<Services, "db" | "live">;

const recordsOf = (action: string, changes: readonly SearchRuleChange[]): AuditRecord[] =>
  changes.map(({ id, before, after }) => ({
    action: `search-rule.${action}`,
    target: { kind: "search-rule", id },
    ...(before !== null && { before }),
    ...(after !== null && { after }),
  }));

/**
 * Adds a synonym or a redirect for searches.
 * @returns its id, the token that undoes it, and how many pictures the query of a synonym finds now; null for a redirect
 * @throws AppError invalid-request, conflict
 */
export async function addRule(
  services: RuleServices & Pick<Services, "log" | "search" | "vision">,
  by: AdminAction,
  asked: SearchRuleInput,
): Promise<{ id: string; undo: string; finds: number | null }> {
  const change = await audited(services.db, by, async (tx) => {
    const result = await addSearchRule(tx, asked);
    return { result, records: recordsOf("add", [result]) };
  });
  forgetKept(services.live, searchRulesChanged);
  const { id, after } = change;
  const isSynonym = after?.kind === "synonym";
  const found = isSynonym ? await searchPictures(services, { q: after.query, limit: 40 }) : null;
  const finds = found && (found.total?.count ?? found.items.length);
  return { id, undo: by.requestId, finds };
}

/** Removes rules, all or none. @throws AppError invalid-request when one is no rule */
export async function removeRules(
  { db, live }: RuleServices,
  by: AdminAction,
  ids: readonly string[],
): Promise<{ changed: number; undo: string }> {
  const removed = await audited(db, by, async (tx) => {
    const changes = await removeSearchRules(tx, ids);
    const result = { changed: changes.length, undo: by.requestId };
    return { result, records: recordsOf("remove", changes) };
  });
  forgetKept(live, searchRulesChanged);
  return removed;
}

/**
 * Undoes what the same admin did to rules in one request.
 * @returns how many are as before
 * @throws AppError not-found when there is nothing to undo
 */
export async function undoRules(
  { db, live }: RuleServices,
  by: AdminAction,
  undo: string,
): Promise<{ changed: number }> {
  const undone = await audited(db, by, async (tx) => {
    const entries = await entriesToUndo(tx, by, undo, ["search-rule"]);
    const done = entries.map(({ id, before, after }) => ({
      id,
      before: before as SearchRuleState | null,
      after: after as SearchRuleState | null,
    }));
    const changes = await undoSearchRules(tx, done);
    return { result: { changed: changes.length }, records: recordsOf("undo", changes) };
  });
  forgetKept(live, searchRulesChanged);
  return undone;
}
