import { t } from "#app/language/message.ts";
import type { AdminAction, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import { AppError, fieldError, isAppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { addItemsIn, removeItemsIn } from "#app/features/collections/commands.ts";
import {
  discardEdits,
  editsOf,
  finishEdits,
  prepareEdits,
  revertOf,
  unpublishDrafts,
  writeEdits,
  type EditOf,
  type FieldsChange,
  type PreparedEdit,
} from "#app/features/pictures/commands.ts";
import type { EditInput } from "../inputs.ts";
import { audited } from "./audit.ts";

/** Attempts, each of which may lose to a change of one of the pictures. */
const mostTries = 10;

/** Changes of many pictures that one press undoes. */
export const pictureEdits = ["picture.edit", "picture.publish"];

const recordsOf = (action: string, changes: readonly FieldsChange[]): AuditRecord[] =>
  changes.map(({ id, before, after }) => ({
    action,
    target: { kind: "picture", id },
    before,
    after,
  }));

type Edit = { ids: readonly string[]; editOf: EditOf; action: string; all: boolean };

/**
 * Changes many pictures in one transaction, beside what else belongs to it. Their files are written before; those that
 * are changed meanwhile are written again.
 * @param beside writes the rest, before pictures are locked; @returns its changes by picture
 */
async function editAll(
  services: Services,
  by: AdminAction,
  { ids, editOf, action, all }: Edit,
  beside: (tx: AuditedTransaction) => Promise<FieldsChange[]>,
): Promise<number> {
  let prepared: PreparedEdit[] = [];
  for (let tried = 0; tried < mostTries; tried += 1) {
    prepared = await prepareEdits(services, ids, editOf, { all, earlier: prepared });
    let changed: number | null;
    try {
      changed = await audited(services.db, by, async (tx) => {
        const others = await beside(tx);
        const fields = await writeEdits(tx, prepared, editOf);
        // Without a record, what was written beside is rolled back.
        if (fields === null) return { result: null, records: [] };
        const changes = joined([...fields, ...others]);
        return { result: changes.length, records: recordsOf(action, changes) };
      });
    } catch (error) {
      await discardEdits(services, prepared);
      throw error;
    }
    if (changed === null) continue;
    await finishEdits(services, prepared);
    return changed;
  }
  await discardEdits(services, prepared);
  throw new AppError("conflict", { detail: t`The images were changed meanwhile; try again` });
}

/** One change for each picture. */
function joined(changes: readonly FieldsChange[]): FieldsChange[] {
  const byId = new Map<string, FieldsChange>();
  for (const { id, before, after } of changes) {
    const earlier = byId.get(id);
    byId.set(id, {
      id,
      before: { ...earlier?.before, ...before },
      after: { ...earlier?.after, ...after },
    });
  }
  return [...byId.values()];
}

async function collect(
  tx: AuditedTransaction,
  by: AdminAction,
  collection: string,
  ids: readonly string[],
): Promise<FieldsChange[]> {
  try {
    const added = await addItemsIn(tx, by.admin, collection, ids);
    return added.map((id) => ({ id, before: { collection: null }, after: { collection } }));
  } catch (error) {
    if (!isAppError(error) || !["not-found", "unprocessable"].includes(error.code)) throw error;
    const isFull = error.code === "unprocessable";
    throw fieldError(
      "collection",
      isFull ? "full" : "unknown",
      isFull ? error.message : t`This is not a collection of yours, or not any more`,
    );
  }
}

/**
 * Gives pictures the same values in the fields that are named, and puts them into a collection of the admin's: all of
 * them or none.
 * @returns how many changed, and the token that undoes it
 * @throws AppError invalid-request when one is no picture, or cannot be given these values; conflict
 */
export async function editPictures(
  services: Services,
  by: AdminAction,
  { ids, collection, ...edit }: EditInput,
): Promise<{ changed: number; undo: string }> {
  const changed = await editAll(
    services,
    by,
    { ids, editOf: editsOf(edit), action: "picture.edit", all: true },
    async (tx) => (collection === undefined ? [] : collect(tx, by, collection, ids)),
  );
  return { changed, undo: by.requestId };
}

type Entry = { action: string; target_id: string; before: object; after: object };

/** What one request of the same admin changed of many pictures. */
async function entriesOf(
  { db }: Pick<Services, "db">,
  by: AdminAction,
  undo: string,
): Promise<Entry[]> {
  const rows = await db
    .selectFrom("admin_audit")
    .select(["action", "target_id", "before", "after"])
    .where("request_id", "=", undo)
    .where("admin_id", "=", by.admin.userId)
    .where("target_kind", "=", "picture")
    .where("action", "in", pictureEdits)
    .orderBy("id")
    .execute();
  return rows as Entry[];
}

/** Takes pictures out of the collections that an edit put them into. */
async function uncollect(
  tx: AuditedTransaction,
  by: AdminAction,
  entries: readonly Entry[],
): Promise<FieldsChange[]> {
  const byCollection = new Map<string, string[]>();
  for (const { target_id: id, after } of entries) {
    const { collection } = after as { collection?: string };
    if (collection === undefined) continue;
    byCollection.set(collection, [...(byCollection.get(collection) ?? []), id]);
  }
  const changes: FieldsChange[] = [];
  for (const [collection, ids] of byCollection) {
    const removed = await removeItemsIn(tx, by.admin, collection, ids);
    changes.push(
      ...removed.map((id) => ({ id, before: { collection }, after: { collection: null } })),
    );
  }
  return changes;
}

/**
 * Undoes the same admin's edit or publication of many pictures. A field that was changed again stays as it is.
 * @returns how many pictures changed back; null when the request was no edit
 * @throws AppError conflict
 */
export async function undoEdit(
  services: Services,
  by: AdminAction,
  undo: string,
): Promise<{ changed: number } | null> {
  const entries = await entriesOf(services, by, undo);
  if (entries.length === 0) return null;
  const ids = entries.map((entry) => entry.target_id);
  if (entries[0].action === "picture.publish") {
    return audited(services.db, by, async (tx) => {
      const changes = await unpublishDrafts(tx, by.admin.userId, ids);
      return {
        result: { changed: changes.length },
        records: recordsOf("picture.revert", changes),
      };
    });
  }
  const editOf = revertOf(entries.map(({ target_id: id, ...entry }) => ({ id, ...entry })));
  const edit = { ids, editOf, action: "picture.revert", all: false };
  return { changed: await editAll(services, by, edit, (tx) => uncollect(tx, by, entries)) };
}
