import { sql, type Kysely, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { listLimits } from "#app/rules/prompt-template.ts";
import type { Services } from "#app/services.ts";
import type { NewWordList, WordListChanges } from "../inputs/word-lists.ts";
import type { WordList } from "../queries/word-lists.ts";

const taken = (name: string) => fieldError("name", "taken", t`You have a list “${name}” already`);

const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";

async function isFull(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { lists } = await db
    .selectFrom("word_lists")
    .select((eb) => eb.fn.countAll<number>().as("lists"))
    .where("owner_id", "=", userId)
    .executeTakeFirstOrThrow();
  return lists >= listLimits.lists;
}

/** @returns null where there is one of that name */
async function insert(
  db: Kysely<Database>,
  userId: string,
  { name, words }: NewWordList,
): Promise<WordList | null> {
  const row = await db
    .insertInto("word_lists")
    .values({ id: uuidv7(), owner_id: userId, name, words })
    .onConflict((conflict) => conflict.columns(["owner_id", "name"]).doNothing())
    .returning(["id", "name", "words"])
    .executeTakeFirst();
  return row ?? null;
}

/** Makes a list of the member's own. @throws AppError invalid-request for a name in use; conflict when they have too many */
export async function createWordList(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  input: NewWordList,
): Promise<WordList> {
  if (await isFull(db, userId)) {
    throw new AppError("conflict", { detail: t`At most ${listLimits.lists} lists can be kept` });
  }
  const made = await insert(db, userId, input);
  if (made === null) throw taken(input.name);
  return made;
}

/**
 * Adds a list that the member had elsewhere; one of the same name stays as it is. @returns whether it was added, not beyond
 * the most that a member may have
 */
export async function takeOverWordList(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  list: NewWordList,
): Promise<boolean> {
  return !(await isFull(db, userId)) && (await insert(db, userId, list)) !== null;
}

/** Changes a list of the member's own; casts keep what was drawn. @throws AppError not-found; invalid-request for a name in use */
export async function changeWordList(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  id: string,
  changes: WordListChanges,
): Promise<WordList> {
  if (!isUuid(id)) throw new AppError("not-found");
  try {
    const changed = await db
      .updateTable("word_lists")
      .set({ ...changes, updated_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("owner_id", "=", userId)
      .returning(["id", "name", "words"])
      .executeTakeFirst();
    if (!changed) throw new AppError("not-found");
    return changed;
  } catch (error) {
    if (isTaken(error)) throw taken(changes.name ?? "");
    throw error;
  }
}

/** Deletes a list of the member's own. @throws AppError not-found */
export async function deleteWordList(
  { db }: Pick<Services, "db">,
  { userId }: Member,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("not-found");
  const gone = await db
    .deleteFrom("word_lists")
    .where("id", "=", id)
    .where("owner_id", "=", userId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new AppError("not-found");
}

/** Deletes all lists of a member. @returns how many */
export async function eraseWordLists(tx: Transaction<Database>, userId: string): Promise<number> {
  const gone = await tx.deleteFrom("word_lists").where("owner_id", "=", userId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
