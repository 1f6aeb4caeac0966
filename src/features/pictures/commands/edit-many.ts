/**
 * Changes the same fields of many pictures. Files are written before the transaction, so that locks are held briefly;
 * what was written for a transaction that did not come about is deleted again.
 */
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { fieldError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { pictureLimits, type PictureChanges, type TagEdit } from "../inputs.ts";
import { columnsOf, editableRows, keptOf, restamp } from "./change.ts";
import { removeFiles, type WrittenOriginal } from "./files.ts";

/** The fields that many pictures can be given at once. */
export type EditedFields = {
  title: string;
  license: string;
  is_public: boolean;
  tags: string[];
};

export type FieldEdit = Partial<Omit<EditedFields, "tags">> & { tags?: TagEdit };

/** The fields of a picture that change, with their new values; empty where it has them already. */
export type EditOf = (picture: EditedFields & { id: string }) => Partial<EditedFields>;

/** Before and after of the fields that changed. */
export type FieldsChange = { id: string; before: object; after: object };

type File = { storageKey: string; sha256: string };

/** A picture whose file has been written; null where the file stays. */
export type PreparedEdit = { id: string; old: File; written: WrittenOriginal | null };

/** Files written at once, each with its original in memory. */
const wide = 4;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** @throws AppError invalid-request for more tags than a picture may have */
function editedTags({ title, tags }: Pick<EditedFields, "title" | "tags">, edit: TagEdit) {
  const removed = new Set(edit.remove);
  const kept = tags.filter((tag) => !removed.has(tag));
  const edited = edit.replace ?? [...new Set([...kept, ...(edit.add ?? [])])];
  if (edited.length > Math.max(pictureLimits.tags, tags.length)) {
    const message = `“${title}” would have ${edited.length} tags; at most ${pictureLimits.tags} are possible`;
    throw fieldError("tags", "too-many", message);
  }
  return edited;
}

/** The function that gives every picture the same values. */
export function editsOf({ tags, ...fields }: FieldEdit): EditOf {
  return (picture) => {
    const wanted = { ...fields, ...(tags && { tags: editedTags(picture, tags) }) };
    return Object.fromEntries(
      Object.entries(wanted).filter(
        ([key, value]) => value !== undefined && !isSame(value, picture[key as keyof EditedFields]),
      ),
    );
  };
}

/** The function that undoes changes, field by field; what has been changed again since stays. */
export function revertOf(changes: readonly FieldsChange[]): EditOf {
  const byId = new Map(changes.map((change) => [change.id, change]));
  return (picture) => {
    const { before = {}, after = {} } = byId.get(picture.id) ?? {};
    const current = Object.entries(after).filter(([key, value]) =>
      isSame(value, picture[key as keyof EditedFields]),
    );
    const values = before as Record<string, unknown>;
    return Object.fromEntries(current.map(([key]) => [key, values[key]]));
  };
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += wide) {
    const results = await Promise.allSettled(items.slice(from, from + wide).map(work));
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** Deletes what was written for an edit that was not made. */
export async function discardEdits(
  services: Services,
  prepared: readonly PreparedEdit[],
): Promise<void> {
  await inGroups(prepared, async ({ written }) => {
    if (written !== null) await removeFiles(services, written);
  });
}

/** Deletes the files that an edit has replaced. */
export async function finishEdits(
  services: Services,
  prepared: readonly PreparedEdit[],
): Promise<void> {
  await inGroups(prepared, async ({ old, written }) => {
    if (written !== null) await removeFiles(services, old);
  });
}

/**
 * Writes the files of the pictures that an edit changes; their rows stay as they are.
 * @param all whether each of them has to exist
 * @param earlier of an attempt that came to nothing: what is still right of it is kept, the rest is deleted
 * @throws AppError invalid-request when one is no picture, or cannot be given these values; storage-full
 */
export async function prepareEdits(
  services: Services,
  ids: readonly string[],
  editOf: EditOf,
  { all, earlier = [] }: { all: boolean; earlier?: readonly PreparedEdit[] },
): Promise<PreparedEdit[]> {
  const prepared: PreparedEdit[] = [];
  const stale = new Set(earlier);
  try {
    const rows = await editableRows(services).where("p.id", "in", ids).orderBy("p.id").execute();
    if (all && rows.length !== ids.length) {
      throw fieldError("ids", "unknown", t`One of these is not a picture, or not any more`);
    }
    const known = new Map(earlier.map((edit) => [edit.id, edit]));
    const planned = rows.map((row) => ({ row, changes: editOf(row) as PictureChanges }));
    await inGroups(planned, async ({ row, changes }) => {
      const kept = known.get(row.id);
      if (kept?.old.sha256 === row.sha256) {
        stale.delete(kept);
        prepared.push(kept);
        return;
      }
      const written = await restamp(services, row, changes);
      if (written === "missing") {
        services.log.error({ picture: row.id, key: row.storage_key }, "an original is missing");
      }
      const old = { storageKey: row.storage_key, sha256: row.sha256 };
      prepared.push({ id: row.id, old, written: written === "missing" ? null : written });
    });
  } catch (error) {
    await discardEdits(services, prepared);
    throw error;
  } finally {
    await discardEdits(services, [...stale]);
  }
  return prepared.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Writes the rows of prepared pictures.
 * @returns what changed; null when the file of one was changed meanwhile, so that all must be prepared again
 */
export async function writeEdits(
  tx: AuditedTransaction,
  prepared: readonly PreparedEdit[],
  editOf: EditOf,
): Promise<FieldsChange[] | null> {
  if (prepared.length === 0) return [];
  const rows = await tx
    .selectFrom("pictures")
    .selectAll()
    .where(
      "id",
      "in",
      prepared.map(({ id }) => id),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changed: FieldsChange[] = [];
  for (const { id, old, written } of prepared) {
    const row = byId.get(id);
    if (row === undefined || row.sha256 !== old.sha256) return null;
    const changes = editOf(row) as PictureChanges;
    if (Object.keys(changes).length === 0) continue;
    await tx
      .updateTable("pictures")
      .set({ ...columnsOf(changes, written), updated_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    changed.push({ id, ...keptOf(row, changes) });
  }
  return changed;
}
